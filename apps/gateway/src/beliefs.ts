import { FixValidity, type Fix, type KeptAsideFor } from '@roadbook/contracts'
import { distanceM } from '@roadbook/geo'
import { networkAround } from './networks.js'

/** Where a tracker was last believed to be; 1e-7 degrees, and whole seconds since 1970 UTC: small integers take no box in memory. */
export interface Place {
  latitudeE7: number
  longitudeE7: number
  atS: number
}

/** A packet that is about to be published. */
export interface Claim {
  protocol: string
  network: string
  fixes: readonly Fix[]
  /** Milliseconds since 1970 UTC. */
  now: number
}

/** What nothing that carries a tracker drives for long: a van on a motorway, with room. */
const CEILING_KPH = 200
/** What two honest readings can differ when the mobile network stands in for the satellites. */
const NOISE_M = 1_000
const E7 = 1e7

/** What is believed of one tracker. Its session holds it, so that a packet costs no look-up. */
export class Belief {
  /** The only one that it may speak. Undefined: nobody has said yet. */
  protocol: string | undefined
  /** Where the consumer, which has seen all of its fixes, believes it to be. */
  place: Place | undefined
  /** From where the last packet came that could be told to be its own. */
  #network: string | undefined

  maySpeak(protocol: string): boolean {
    return this.protocol === undefined || this.protocol === protocol
  }

  /** Why a packet is not believed; undefined when it is. */
  doubt({ protocol, network, fixes, now }: Claim): KeptAsideFor | undefined {
    if (!this.maySpeak(protocol)) return 'protocol'
    if (this.#network === network) return undefined
    let isNews = false
    for (const fix of fixes) {
      if (fix.validity !== FixValidity.valid || fix.latitude === undefined || fix.longitude === undefined) continue
      // A fix that is dated ahead has had no more time than has passed.
      const atMs = Math.min(fix.positionedAt, now)
      const { place } = this
      if (place && !isReachable(place, fix.latitude, fix.longitude, atMs)) return 'place'
      isNews ||= !place || atMs > place.atS * 1_000
    }
    // Only what could have been doubted makes a network the tracker's own.
    if (isNews) this.#network = network
    return undefined
  }
}

/**
 * What is believed of each tracker, against which everything that claims to be of it is judged before it is published: the
 * protocol that it is bound to, and, when it comes from another network than before, whether anything can have brought it
 * from where it was believed to be. Networks, not addresses: carriers change those all day. What was long silent may be
 * anywhere: time passes for it, too.
 */
export class Beliefs {
  readonly #byImei = new Map<string, Belief>()

  of(imei: string): Belief {
    let belief = this.#byImei.get(imei)
    if (!belief) this.#byImei.set(imei, (belief = new Belief()))
    return belief
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

function isReachable({ latitudeE7, longitudeE7, atS }: Place, latitude: number, longitude: number, atMs: number): boolean {
  const metres = distanceM({ latitude: latitudeE7 / E7, longitude: longitudeE7 / E7 }, { latitude, longitude })
  const hours = Math.abs(atMs - atS * 1_000) / 3_600_000
  return metres - NOISE_M <= hours * CEILING_KPH * 1_000
}

/** Most trackers come from a few networks: each is written once in memory. */
const networks = new Map<string, string>()
const MOST_NETWORKS = 10_000

/** The network of an address, as the same text each time. */
export function networkOf(address: string): string {
  const known = networks.get(address)
  if (known !== undefined) return known
  if (networks.size >= MOST_NETWORKS) networks.clear()
  const network = networkAround(address)
  networks.set(address, network)
  return network
}
