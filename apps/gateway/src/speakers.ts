import type { KeptAsideFor } from '@roadbook/contracts'
import type { SessionMemory } from '@roadbook/protocols'
import type { LookupResult, Tracker } from './registry/device-directory.js'
import type { Line } from './line.js'
import { publishEvent } from './outgoing.js'
import { originOf } from './networks-of-senders.js'
import { missingPin } from './pins.js'
import { Presence, type PresenceHost } from './presence.js'
import type { SessionContext } from './session-context.js'
import type { Registration } from './session-registry.js'

/**
 * The trackers on one line (a connection, or a sender of datagrams). The class also admits new trackers. Most lines have one
 * tracker. The line of a server that forwards trackers has several.
 */
export class LineTrackers {
  /** The tracker that sent the last frame. */
  current: Presence | undefined
  /**
   * Trackers by identifier. Undefined while the line has only one tracker with one identifier, as nearly every line has. Two
   * identifiers may belong to the same tracker.
   */
  #present: Map<string, Presence> | undefined

  constructor(
    private readonly host: PresenceHost,
    private readonly line: Line,
    private readonly context: SessionContext,
  ) {}

  get isAnybodyHere(): boolean {
    return this.current !== undefined || (this.#present?.size ?? 0) > 0
  }

  get isFull(): boolean {
    return (this.#present?.size ?? 0) >= this.context.limits.trackersPerConnection
  }

  /** Returns the tracker with this identifier, if the line has several identifiers. */
  named(identity: string): Presence | undefined {
    return this.#present?.get(identity)
  }

  /**
   * Admits a tracker to this line.
   * @param memory state of the line before any admission. The first tracker gets this state
   * @returns the tracker with that identifier, possibly already on this line with another identifier. Undefined if the tracker
   *   must be refused
   */
  admit(
    identity: string,
    found: Exclude<LookupResult, 'unsure'>,
    memory: SessionMemory | undefined,
  ): { presence: Presence; isNew: boolean } | undefined {
    const { remoteAddress } = this.line
    if (found === 'unknown') {
      this.context.directory.reportUnknown({ identity, protocol: this.host.protocol.name, remoteAddress })
      return undefined
    }
    const presence = new Presence(this.host, identity, found, this.context.beliefs)
    const sameTracker = this.#everybody().find(({ imei }) => imei === presence.imei)
    if (sameTracker) {
      this.#seat(identity, sameTracker)
      return { presence: sameTracker, isNew: false }
    }
    presence.keptAsideFor = this.#lack(presence, found)
    this.#register(presence, memory)
    return { presence, isNew: true }
  }

  /**
   * Removes a tracker that now has another connection.
   * @returns false if it is the only tracker here. The caller must then close the line
   */
  dismiss(presence: Presence, reason: string): boolean {
    if (this.#everybody().length <= 1) return false
    this.#takeLeave(presence, reason)
    if (this.current === presence) this.current = undefined
    for (const [name, other] of this.#present ?? []) if (other === presence) this.#present?.delete(name)
    return true
  }

  /** Removes all trackers because the line is closed. Frames that were already received are still published. */
  end(reason: string): void {
    for (const presence of this.#everybody()) this.#takeLeave(presence, reason)
  }

  #everybody(): Presence[] {
    if (this.#present) return [...new Set(this.#present.values())]
    return this.current ? [this.current] : []
  }

  #seat(identity: string, presence: Presence): void {
    if (!this.#present && !this.current) this.current = presence
    else {
      this.#present ??= new Map(this.current && [[this.current.identity, this.current]])
      this.#present.set(identity, presence)
    }
  }

  /**
   * Returns the reason why the sender is not trusted to be the tracker. The sender's certificate, network or protocol may
   * differ from what is configured for the tracker. Undefined if the sender is trusted.
   */
  #lack(presence: Presence, found: Tracker | 'known'): KeptAsideFor | undefined {
    const { imei, protocol, belief } = presence
    const pin = found === 'known' ? undefined : missingPin(found, this.line)
    const lack = pin ?? (belief.maySpeak(protocol.name) ? this.#newcomer(presence) : 'protocol')
    if (lack === undefined) return undefined
    const { remoteAddress } = this.line
    this.context.logger.info({ imei, remoteAddress, protocol: protocol.name, lack }, 'a sender is not the tracker that it names')
    return lack
  }

  /**
   * Returns `newcomer` if the sender's network is new for the tracker and the known network may still be active. Such a
   * sender does not end the tracker's session and gets no commands.
   */
  #newcomer({ imei, belief, origin, isPinned }: Presence): KeptAsideFor | undefined {
    if (isPinned) return undefined
    const now = this.context.now()
    const speaker = this.context.registry.find(imei)
    if (speaker && belief.standingOf(originOf(speaker.remoteAddress).carrier, now) === 'known')
      belief.noteReception(speaker.lastReadAt)
    const standing = belief.standingOf(origin.carrier, now)
    return standing === 'known' || standing === 'believed' ? undefined : 'newcomer'
  }

  #register(presence: Presence, memory: SessionMemory | undefined): void {
    const { metrics, logger } = this.context
    const isFirst = !this.isAnybodyHere
    if (isFirst) presence.memory = memory
    const registration = this.#claim(presence)
    metrics.logins.accepted++
    if (registration && registration !== 'first') metrics.takeovers.inc({ result: registration })
    this.#seat(presence.identity, presence)
    if (isFirst) this.line.admitted()
    const { imei, remoteAddress } = presence
    publishEvent(this.context, presence, { type: 'connected', remoteAddress })
    if (registration !== 'conflict') return
    logger.warn({ imei, remoteAddress }, 'two senders claim one IMEI; the newcomer is quarantined')
    publishEvent(this.context, presence, { type: 'conflict', remoteAddress })
  }

  /** Registers the session for its IMEI. If its packets are set aside, it is registered only as such a session. */
  #claim(presence: Presence): Registration | undefined {
    const { registry } = this.context
    const now = this.context.now()
    if (presence.isQuarantined) return void registry.keepAside(presence, now)
    const registration = registry.register(presence.imei, presence, now)
    if (registration === 'conflict' || registration === 'sameConflict') presence.keptAsideFor = 'conflict'
    return registration
  }

  #takeLeave(presence: Presence, reason: string): void {
    const { registry, commands } = this.context
    registry.release(presence.imei, presence, this.context.now())
    commands.offline(presence)
    publishEvent(this.context, presence, { type: 'disconnected', reason })
  }
}
