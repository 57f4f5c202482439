import type { KeptAsideFor, SpeedUnit } from '@roadbook/contracts'
import type { Protocol, SessionMemory, SessionState } from '@roadbook/protocols'
import type { CommandTarget } from './commands/command-desk.js'
import type { Belief, Beliefs } from './beliefs.js'
import type { Tracker } from './registry/device-directory.js'
import { originOf, type Origin } from './networks-of-senders.js'
import type { Registered } from './session-registry.js'

/** The connection of a tracker, or its sender of datagrams, with everything that {@link Presence} needs. */
export interface PresenceHost {
  readonly remoteAddress: string
  /** SHA-256 of the certificate that the peer presented, in hexadecimal. Undefined if the certificate is not trusted. */
  readonly clientCertificate: string | undefined
  readonly protocol: Protocol
  readonly lastReadAt: number
  stateOf(presence: Presence): SessionState
  send(bytes: Buffer): boolean
  leave(presence: Presence, reason: string): void
}

/** Sender of a tracker's packets, with everything that is needed to publish the packets. */
export interface Speaker {
  readonly imei: string
  /** Identifier that the sender sent. */
  readonly identity: string
  readonly protocol: Pick<Protocol, 'name'>
  /** Trust in the senders that use this tracker's IMEI. */
  readonly belief: Belief
  readonly origin: Origin
  readonly clientCertificate: string | undefined
  readonly isPinned: boolean
  readonly keptAsideFor: KeptAsideFor | undefined
  readonly isQuarantined: boolean
}

/**
 * Presence: one tracker on one connection. It contains the tracker's identifier, its registration, and what the tracker has
 * sent about itself since it connected.
 */
export class Presence implements Registered, CommandTarget, Speaker {
  readonly imei: string
  /** Trust in the senders that use this tracker's IMEI. */
  readonly belief: Belief
  readonly utcOffsetMinutes: number | undefined
  readonly speedUnit: SpeedUnit | undefined
  memory: SessionMemory | undefined
  readonly origin: Origin
  /**
   * True if the device is pinned to a certificate or a network. If a sender does not match the pin, its packets are set
   * aside.
   */
  readonly isPinned: boolean
  /** Reason for not trusting this sender. Its packets are set aside until a person or later data decides. */
  keptAsideFor: KeptAsideFor | undefined

  constructor(
    private readonly host: PresenceHost,
    readonly identity: string,
    tracker: Tracker | 'known',
    beliefs: Beliefs,
  ) {
    this.imei = tracker === 'known' ? identity : tracker.imei
    this.belief = beliefs.beliefOf(this.imei)
    this.origin = originOf(host.remoteAddress)
    this.isPinned = tracker !== 'known' && (tracker.sourceNetwork ?? tracker.clientCertificate) !== undefined
    this.utcOffsetMinutes = tracker === 'known' ? undefined : tracker.utcOffsetMinutes
    this.speedUnit = tracker === 'known' ? undefined : tracker.speedUnit
  }

  get remoteAddress(): string {
    return this.host.remoteAddress
  }

  get clientCertificate(): string | undefined {
    return this.host.clientCertificate
  }

  get lastReadAt(): number {
    return this.host.lastReadAt
  }

  get protocol(): Protocol {
    return this.host.protocol
  }

  get isQuarantined(): boolean {
    return this.keptAsideFor !== undefined
  }

  get state(): SessionState {
    return this.host.stateOf(this)
  }

  send(bytes: Buffer): boolean {
    return this.host.send(bytes)
  }

  end(reason: string): void {
    this.host.leave(this, reason)
  }
}
