import { carrierAround, networkAround } from './networks.js'

/** Where a sender speaks from. */
export interface Origin {
  /** /24 or /48: what one place has in common. */
  network: string
  /** /16 or /32: what the gateways of one carrier have in common. */
  carrier: string
}

/** Most trackers come from a few networks: each is written once in memory. */
const known = new Map<string, Origin>()
const MOST = 10_000

/** The networks of an address, as the same texts each time. */
export function originOf(address: string): Origin {
  let origin = known.get(address)
  if (origin) return origin
  if (known.size >= MOST) known.clear()
  origin = { network: networkAround(address), carrier: carrierAround(address) }
  known.set(address, origin)
  return origin
}
