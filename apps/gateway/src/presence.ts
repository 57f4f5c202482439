import type { Protocol, SessionMemory, SessionState } from '@roadbook/protocols'
import type { CommandTarget } from './commands/command-desk.js'
import type { Tracker } from './device-directory.js'
import type { Registered } from './session-registry.js'

/** The connection that a tracker speaks on. */
export interface PresenceHost {
  readonly remoteAddress: string
  readonly protocol: Protocol
  readonly lastReadAt: number
  stateOf(presence: Presence): SessionState
  send(bytes: Buffer): boolean
  leave(presence: Presence, reason: string): void
}

/** One tracker on one connection: what it calls itself, who it is, and what it taught us since it came. */
export class Presence implements Registered, CommandTarget {
  readonly imei: string
  readonly utcOffsetMinutes: number | undefined
  memory: SessionMemory | undefined
  /** Somebody else holds its IMEI: what it sends is kept, but used for nothing. */
  isQuarantined = false

  constructor(
    private readonly host: PresenceHost,
    readonly identity: string,
    tracker: Tracker | 'known',
  ) {
    this.imei = tracker === 'known' ? identity : tracker.imei
    this.utcOffsetMinutes = tracker === 'known' ? undefined : tracker.utcOffsetMinutes
  }

  get remoteAddress(): string {
    return this.host.remoteAddress
  }

  get lastReadAt(): number {
    return this.host.lastReadAt
  }

  get protocol(): Protocol {
    return this.host.protocol
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
