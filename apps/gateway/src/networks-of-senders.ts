import { carrierAround, networkAround } from './networks.js'

/** Networks of a sender's address. */
export interface Origin {
  /** /24 or /48: common to one site. */
  network: string
  /** /16 or /32: common to the gateways of one carrier. */
  carrier: string
}

/** Cache by address, because many trackers share one. */
const known = new Map<string, Origin>()
const MOST = 10_000

/** Returns the networks of an address, as the same strings each time. */
export function originOf(address: string): Origin {
  let origin = known.get(address)
  if (origin) return origin
  if (known.size >= MOST) known.clear()
  origin = { network: networkAround(address), carrier: carrierAround(address) }
  known.set(address, origin)
  return origin
}
