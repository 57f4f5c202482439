import { VoiceKind, type KeptAsideFor, type NetworkStanding } from '@roadbook/contracts'

/** When a tracker sent data, according to the database. */
export interface Reception {
  /** Last trusted reception, in whole seconds since 1970 UTC. */
  atS: number
  isMoving: boolean
  /** Longest pause between two receptions, in seconds; absent when unknown. */
  rhythmS?: number
}

/** A packet that is about to be published. */
export interface Claim {
  protocol: string
  /** The sender's network, as in `Origin.carrier`. */
  network: string
  /** Milliseconds since 1970 UTC. */
  now: number
}

/**
 * Why a packet is kept aside, and what the log's readers must note about its network. An absent verdict means that the packet is
 * trusted.
 */
export interface Verdict {
  keptAsideFor?: KeptAsideFor
  voice?: VoiceKind
}

/** Silence after which a moving tracker counts as silent, in seconds. It normally sends every few seconds. */
const MOVING_SILENT_S = 5 * 60
/**
 * Limits for a standing tracker, in seconds. It may sleep, and the length of its sleep is unknown until it has slept a few times.
 */
const LEAST_SILENT_S = 60 * 60
const MOST_SILENT_S = 48 * 60 * 60
/** Factor by which a pause may exceed the longest one before. */
const ROOM = 1.25
/** Delay until this gateway learns what other gateways received, in seconds. */
const DELAY_S = 60
/** Time for which the database's reception times are current enough to use, in milliseconds. */
const FRESH_FOR_MS = 90_000
/** Maximum newcomers remembered per tracker. More would only help somebody who invents them. */
const MOST_NEWCOMERS = 8

/** Order of a newcomer's standings. A standing already known here is not replaced by an older one that is read later. */
const RANK: Readonly<Record<NetworkStanding, number>> = { trial: 0, believed: 1, disputed: 2, refused: 3, known: 3 }

/** When the receptions of other gateways were last read, in milliseconds since 1970 UTC. One object for all trackers. */
interface Freshness {
  readAt: number
  carriers: ReadonlySet<string>
}

/** Trust in one tracker's senders. Its session holds it, so that a packet costs no look-up. */
export class Belief {
  /** The only protocol that it may use. Undefined when it is not bound to one. */
  protocol: string | undefined
  /** Its known network. Nearly every tracker has one. */
  #own: string | undefined
  /** Other networks that have sent packets in its name. */
  #others: Map<string, NetworkStanding> | undefined
  #reception: Reception | undefined

  constructor(private readonly freshness: Freshness) {}

  maySpeak(protocol: string): boolean {
    return this.protocol === undefined || this.protocol === protocol
  }

  /** Updates the times of its receptions from the database. */
  learn(heard: Reception): void {
    this.#reception = { ...heard, atS: Math.max(heard.atS, this.#reception?.atS ?? 0) }
  }

  /** Updates the standing of a network. @returns whether the network is no longer trusted */
  settle(network: string, standing: NetworkStanding): boolean {
    if (network === this.#own) return false
    if (standing === 'known' && this.#own === undefined) {
      this.#own = network
      this.#others?.delete(network)
      return false
    }
    const before = this.#others?.get(network)
    if (before !== undefined && RANK[before] > RANK[standing]) return false
    this.#note(network, standing)
    return before !== standing && (standing === 'disputed' || standing === 'refused')
  }

  /** Returns the standing of a network that sends now. A tracker's first network is known at once. */
  standingOf(network: string, now: number): NetworkStanding {
    if (this.#own === undefined || this.#own === network) return 'known'
    const standing = this.#others?.get(network)
    if (standing !== undefined && standing !== 'trial') return standing
    if (this.freshness.carriers.has(network)) return 'known'
    return this.#isSilent(now) ? 'believed' : 'trial'
  }

  /** Decides whether to believe a packet. */
  judge({ protocol, network, now }: Claim): Verdict | undefined {
    if (!this.maySpeak(protocol)) return { keptAsideFor: 'protocol' }
    const standing = this.standingOf(network, now)
    if (standing === 'known') return this.#knownSpeaks(network, now)
    this.#note(network, standing)
    if (standing !== 'believed') return { keptAsideFor: 'newcomer', voice: VoiceKind.trial }
    this.noteReception(now)
    return { voice: VoiceKind.believed }
  }

  #knownSpeaks(network: string, now: number): Verdict | undefined {
    this.noteReception(now)
    if (this.#own === undefined) {
      this.#own = network
      return { voice: VoiceKind.first }
    }
    if (!this.#others) return undefined
    const newcomers = [...this.#others].filter(([, standing]) => standing === 'trial' || standing === 'believed')
    for (const [newcomer] of newcomers) this.#others.set(newcomer, 'disputed')
    return newcomers.length > 0 ? { voice: VoiceKind.known } : undefined
  }

  #isSilent(now: number): boolean {
    if (now - this.freshness.readAt > FRESH_FOR_MS) return false
    const { atS = -Infinity, isMoving = false, rhythmS = 0 } = this.#reception ?? {}
    const rest = Math.min(MOST_SILENT_S, Math.max(LEAST_SILENT_S, rhythmS * ROOM))
    return now / 1_000 - atS > (isMoving ? MOVING_SILENT_S : rest) + DELAY_S
  }

  /** Records a sign of life from the known sender or a believed one. @param now milliseconds since 1970 UTC */
  noteReception(now: number): void {
    const atS = Math.floor(now / 1_000)
    if (!this.#reception) this.#reception = { atS, isMoving: false }
    else if (atS > this.#reception.atS) this.#reception.atS = atS
  }

  #note(network: string, standing: NetworkStanding): void {
    this.#others ??= new Map()
    if (this.#others.has(network) || standing !== 'trial' || this.#others.size < MOST_NEWCOMERS)
      this.#others.set(network, standing)
  }
}

/**
 * Trust in the senders of each tracker. Every packet is judged before it is published, by the tracker's bound protocol and its
 * networks. A network that has never sent for the tracker is on trial, because the true tracker may only be asleep. Its packets
 * are kept aside until the known network has been silent for longer than the tracker's own rhythm. It loses its trust when the
 * known network sends again. Networks are those of carriers, because addresses change all day.
 */
export class Beliefs {
  readonly #byImei = new Map<string, Belief>()
  readonly #freshness = { readAt: -Infinity, carriers: new Set<string>() as ReadonlySet<string> }

  of(imei: string): Belief {
    let belief = this.#byImei.get(imei)
    if (!belief) this.#byImei.set(imei, (belief = new Belief(this.#freshness)))
    return belief
  }

  /** Notes that the reception times of all gateways have just been read. @param now milliseconds since 1970 UTC */
  refreshed(now: number): void {
    this.#freshness.readAt = now
  }

  /** Sets the networks with so many known trackers that they belong to a carrier. */
  trust(carriers: readonly string[]): void {
    this.#freshness.carriers = new Set(carriers)
  }

  /** @returns the protocol that it was bound to before */
  bind(imei: string, protocol: string | undefined): string | undefined {
    const before = this.#byImei.get(imei)?.protocol
    if (protocol !== before) this.of(imei).protocol = protocol
    return before
  }

  forget(imei: string): void {
    this.#byImei.delete(imei)
  }
}
