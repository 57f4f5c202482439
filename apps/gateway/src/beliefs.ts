import { VoiceKind, type KeptAsideFor, type NetworkStanding } from '@roadbook/contracts'

/** What the database knows of when a tracker speaks. */
export interface Heard {
  /** Its last word that was believed, whole seconds since 1970 UTC. */
  atS: number
  isMoving: boolean
  /** The longest pause between two of its words, seconds; absent: nobody knows yet. */
  rhythmS?: number
}

/** A packet that is about to be published. */
export interface Claim {
  protocol: string
  /** The network of its sender, as `Origin.carrier` has it. */
  network: string
  /** Milliseconds since 1970 UTC. */
  now: number
}

/** Why a packet is kept aside, and what whoever reads the log has to note of its network. Absent: nothing, it is believed. */
export interface Verdict {
  keptAsideFor?: KeptAsideFor
  voice?: VoiceKind
}

/** One that rides speaks every few seconds. */
const MOVING_SILENT_S = 5 * 60
/** One that stands may sleep, and nobody knows for how long before it has slept a few times. */
const LEAST_SILENT_S = 60 * 60
const MOST_SILENT_S = 48 * 60 * 60
/** A pause may be a little longer than the longest one before. */
const ROOM = 1.25
/** What other gateways heard is known here so much later. */
const DELAY_S = 60
/** What the database says of when trackers spoke is of use so long. */
const FRESH_FOR_MS = 90_000
/** Newcomers that are remembered of one tracker; more only help who makes them up. */
const MOST_NEWCOMERS = 8

/** A newcomer's way: a standing that is known here is not undone by an older one that is read later. */
const RANK: Readonly<Record<NetworkStanding, number>> = { trial: 0, believed: 1, disputed: 2, refused: 3, known: 3 }

/** When it was last read what other gateways heard, milliseconds since 1970 UTC. One for all trackers. */
interface Freshness {
  readAt: number
  carriers: ReadonlySet<string>
}

/** What is believed of one tracker. Its session holds it, so that a packet costs no look-up. */
export class Belief {
  /** The only one that it may speak. Undefined: nobody has said yet. */
  protocol: string | undefined
  /** The network that it is known to speak from. Nearly every tracker has one. */
  #own: string | undefined
  /** The other networks that spoke in its name. */
  #others: Map<string, NetworkStanding> | undefined
  #heard: Heard | undefined

  constructor(private readonly freshness: Freshness) {}

  maySpeak(protocol: string): boolean {
    return this.protocol === undefined || this.protocol === protocol
  }

  /** Takes over what the database knows of when it spoke. */
  learn(heard: Heard): void {
    this.#heard = { ...heard, atS: Math.max(heard.atS, this.#heard?.atS ?? 0) }
  }

  /** Takes over how a network stands. @returns whether it lost its say */
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

  /** How a network that speaks now stands. Of the first one there is nothing to doubt. */
  standingOf(network: string, now: number): NetworkStanding {
    if (this.#own === undefined || this.#own === network) return 'known'
    const standing = this.#others?.get(network)
    if (standing !== undefined && standing !== 'trial') return standing
    if (this.freshness.carriers.has(network)) return 'known'
    return this.#isSilent(now) ? 'believed' : 'trial'
  }

  /** Whether a packet is believed. */
  judge({ protocol, network, now }: Claim): Verdict | undefined {
    if (!this.maySpeak(protocol)) return { keptAsideFor: 'protocol' }
    const standing = this.standingOf(network, now)
    if (standing === 'known') return this.#knownSpeaks(network, now)
    this.#note(network, standing)
    if (standing !== 'believed') return { keptAsideFor: 'newcomer', voice: VoiceKind.trial }
    this.hear(now)
    return { voice: VoiceKind.believed }
  }

  #knownSpeaks(network: string, now: number): Verdict | undefined {
    this.hear(now)
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
    const { atS = -Infinity, isMoving = false, rhythmS = 0 } = this.#heard ?? {}
    const rest = Math.min(MOST_SILENT_S, Math.max(LEAST_SILENT_S, rhythmS * ROOM))
    return now / 1_000 - atS > (isMoving ? MOVING_SILENT_S : rest) + DELAY_S
  }

  /** Its known sender, or a believed one, gave a sign of life. @param now milliseconds since 1970 UTC */
  hear(now: number): void {
    const atS = Math.floor(now / 1_000)
    if (!this.#heard) this.#heard = { atS, isMoving: false }
    else if (atS > this.#heard.atS) this.#heard.atS = atS
  }

  #note(network: string, standing: NetworkStanding): void {
    this.#others ??= new Map()
    if (this.#others.has(network) || standing !== 'trial' || this.#others.size < MOST_NEWCOMERS)
      this.#others.set(network, standing)
  }
}

/**
 * Whose word counts for each tracker, against which everything that claims to be of it is judged before it is published: the
 * protocol that it is bound to, and the networks that it speaks from. A network that never spoke for it is on trial whatever it says,
 * because the true tracker may only be asleep: it moves nothing until the known one has been silent for longer than the
 * tracker's own rhythm, and loses its say when the known one speaks again. Carriers' networks, not addresses: those change all day.
 */
export class Beliefs {
  readonly #byImei = new Map<string, Belief>()
  readonly #freshness = { readAt: -Infinity, carriers: new Set<string>() as ReadonlySet<string> }

  of(imei: string): Belief {
    let belief = this.#byImei.get(imei)
    if (!belief) this.#byImei.set(imei, (belief = new Belief(this.#freshness)))
    return belief
  }

  /** It was read just now when trackers spoke, at whichever gateway. @param now milliseconds since 1970 UTC */
  refreshed(now: number): void {
    this.#freshness.readAt = now
  }

  /** Networks from which so many trackers are known to speak that they are a carrier's. */
  trust(carriers: readonly string[]): void {
    this.#freshness.carriers = new Set(carriers)
  }

  /** @returns what it was bound to before */
  bind(imei: string, protocol: string | undefined): string | undefined {
    const before = this.#byImei.get(imei)?.protocol
    if (protocol !== before) this.of(imei).protocol = protocol
    return before
  }

  forget(imei: string): void {
    this.#byImei.delete(imei)
  }
}
