import { FORWARDED_NETWORK, VoiceKind, type KeptAsideFor, type NetworkStanding } from '@roadbook/contracts'
import { spokenIn } from '@roadbook/protocols'

/** Data from the database about the reception of a tracker's packets. */
export interface Reception {
  /** Last reception from a trusted sender, in whole seconds since 1970 UTC. */
  atS: number
  isMoving: boolean
  /** Longest pause between two receptions, in seconds. Absent if unknown. */
  rhythmS?: number
}

/** Data about a packet that is about to be published. The packet is trusted or set aside by this data. */
export interface Claim {
  protocol: string
  /** The sender's network, as in `Origin.carrier`. */
  network: string
  /** Milliseconds since 1970 UTC. */
  now: number
}

/**
 * Decision about a packet. `keptAsideFor` is the reason to set the packet aside until a person or later data decides about its
 * sender. Without such a reason, the packet is trusted. `voice` is a note about the packet's network for readers of the log.
 */
export interface Verdict {
  keptAsideFor?: KeptAsideFor
  voice?: VoiceKind
}

/**
 * Silence in seconds after which the known sender of a moving tracker counts as silent. A moving tracker normally sends every
 * few seconds.
 */
const MOVING_SILENT_S = 5 * 60
/**
 * Lower and upper bound, in seconds, of the time without packets after which the known sender of a standing tracker counts as
 * silent. Within these bounds, the time depends on the tracker's longest pause (see `ROOM`). The bounds are needed because a
 * standing tracker may sleep, and its longest pause is unknown until it has slept a few times.
 */
const LEAST_SILENT_S = 60 * 60
const MOST_SILENT_S = 48 * 60 * 60
/**
 * The known sender of a standing tracker counts as silent after this multiple of the tracker's longest recent pause.
 */
const ROOM = 1.25
/**
 * Maximum delay in seconds until this gateway knows what other gateways have received. A sender counts as silent only after
 * this additional time, because it may have sent to another gateway.
 */
const DELAY_S = 60
/**
 * Maximum age, in milliseconds, of the reception times read from the database. If they are older, no sender counts as silent,
 * because another gateway may have received something meanwhile.
 */
const FRESH_FOR_MS = 90_000
/**
 * Maximum number of newcomers (networks that never sent for the tracker before) remembered per tracker. Without a limit, a
 * stranger with many networks could fill the memory.
 */
const MOST_NEWCOMERS = 8

/**
 * Order of the standings (levels of trust) of a newcomer's network. If this gateway knows a higher standing than the one that
 * it reads from the database, it keeps the higher one, because the gateway's own change may not have reached the database yet.
 */
const RANK: Readonly<Record<NetworkStanding, number>> = { trial: 0, believed: 1, disputed: 2, refused: 3, known: 3 }

/**
 * Time when the reception times at all gateways were last read, in milliseconds since 1970 UTC, and the networks of carriers.
 * All trackers share one object.
 */
interface Freshness {
  readAt: number
  carriers: ReadonlySet<string>
}

/** Trust in the senders of one tracker. The tracker's session keeps this object, so that packets need no look-up. */
export class Belief {
  /** The only protocol that the tracker may use. Undefined if the tracker is not bound to a protocol. */
  protocol: string | undefined
  /** The tracker's known network. Nearly every tracker has a known network. */
  #own: string | undefined
  /** Other networks that have sent packets with the tracker's identity, with their standings. */
  #others: Map<string, NetworkStanding> | undefined
  #reception: Reception | undefined

  constructor(private readonly freshness: Freshness) {}

  /**
   * Returns true if the tracker may use a protocol. A protocol counts as the same if it comes through a forwarding server.
   */
  maySpeak(protocol: string): boolean {
    return this.protocol === undefined || this.protocol === protocol || spokenIn(this.protocol) === spokenIn(protocol)
  }

  /** Updates what is known about the tracker's receptions, from the database. */
  learn(heard: Reception): void {
    this.#reception = { ...heard, atS: Math.max(heard.atS, this.#reception?.atS ?? 0) }
  }

  /**
   * Updates the standing of a network.
   * @returns true if the network has just lost its trust
   */
  settle(network: string, standing: NetworkStanding): boolean {
    if (network === this.#own) return false
    if (standing === 'known' && this.#own === undefined) {
      this.#own = network
      this.#others?.delete(network)
      return false
    }
    const before = this.#others?.get(network)
    const stepsBack = network === FORWARDED_NETWORK && before === 'believed' && standing === 'trial'
    if (before !== undefined && RANK[before] > RANK[standing] && !stepsBack) return false
    this.#note(network, standing)
    return before !== standing && (standing === 'disputed' || standing === 'refused')
  }

  /**
   * Returns the standing of a network that sends now. A tracker's first network is `known` immediately, and so is every
   * network of a carrier.
   */
  standingOf(network: string, now: number): NetworkStanding {
    if (this.#own === undefined || this.#own === network) return 'known'
    const standing = this.#others?.get(network)
    if (standing !== undefined && standing !== 'trial') return standing
    if (this.freshness.carriers.has(network)) return 'known'
    return this.#isSilent(now) ? 'believed' : 'trial'
  }

  /** Decides if a packet is trusted. Returns undefined if it is trusted and its network needs no note. */
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
    const contradicted = newcomers.filter(([newcomer, standing]) => newcomer !== FORWARDED_NETWORK || standing === 'believed')
    for (const [newcomer, standing] of contradicted) this.#others.set(newcomer, afterContradiction(network, newcomer, standing))
    return contradicted.length > 0 ? { voice: VoiceKind.known } : undefined
  }

  #isSilent(now: number): boolean {
    if (now - this.freshness.readAt > FRESH_FOR_MS) return false
    const { atS = -Infinity, isMoving = false, rhythmS = 0 } = this.#reception ?? {}
    const rest = Math.min(MOST_SILENT_S, Math.max(LEAST_SILENT_S, rhythmS * ROOM))
    return now / 1_000 - atS > (isMoving ? MOVING_SILENT_S : rest) + DELAY_S
  }

  /**
   * Records a reception from the known sender or from a `believed` one.
   * @param now milliseconds since 1970 UTC
   */
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
 * Returns the standing of a newcomer after the known sender has sent again. Normally the newcomer is then disputed. There are
 * two exceptions. A newcomer that is a forwarding server is only put on trial again, because the server has shown the secret.
 * If the known sender is a forwarding server, a newcomer on trial is possibly the tracker itself, which may send to the server
 * and to Roadbook. Such a newcomer stays on trial here. The consumer process compares its places with the server's places and
 * decides.
 */
function afterContradiction(known: string, newcomer: string, standing: NetworkStanding): NetworkStanding {
  const staysOnTrial = known === FORWARDED_NETWORK && standing === 'trial'
  return newcomer === FORWARDED_NETWORK || staysOnTrial ? 'trial' : 'disputed'
}

/**
 * Trust in the senders of each tracker. Every packet is checked before it is published, by the protocol to which the tracker
 * is bound and by its networks:
 * - A network that has never sent for the tracker is on trial, and its packets are set aside. If the known network is silent,
 *   this does not yet show that the tracker has changed its network: the tracker may only be asleep.
 * - Networks of carriers with many trackers are trusted immediately.
 * - If the known network has been silent for longer than the tracker's usual pauses, the network on trial is `believed`. It
 *   loses its trust when the known network sends again.
 *
 * A network here is a carrier's whole network, because the address of a tracker changes many times a day.
 */
export class Beliefs {
  readonly #byImei = new Map<string, Belief>()
  readonly #freshness = { readAt: -Infinity, carriers: new Set<string>() as ReadonlySet<string> }

  beliefOf(imei: string): Belief {
    let belief = this.#byImei.get(imei)
    if (!belief) this.#byImei.set(imei, (belief = new Belief(this.#freshness)))
    return belief
  }

  /**
   * Records that the reception times at all gateways have just been read.
   * @param now milliseconds since 1970 UTC
   */
  refreshed(now: number): void {
    this.#freshness.readAt = now
  }

  /**
   * Sets the networks that count as those of a carrier, because many known trackers send from them. The network of forwarding
   * servers is left out: trackers roam between carriers, but no tracker roams to a forwarding server.
   */
  trust(carriers: readonly string[]): void {
    this.#freshness.carriers = new Set(carriers.filter((carrier) => carrier !== FORWARDED_NETWORK))
  }

  /** @returns the protocol to which the tracker was bound before */
  bind(imei: string, protocol: string | undefined): string | undefined {
    const before = this.#byImei.get(imei)?.protocol
    if (protocol !== before) this.beliefOf(imei).protocol = protocol
    return before
  }

  forget(imei: string): void {
    this.#byImei.delete(imei)
  }
}
