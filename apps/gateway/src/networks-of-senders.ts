import { carrierAround, networkAround } from './networks.js'

/** Networks to which a sender's address belongs. */
export interface Origin {
  /** The address's /24 (IPv6: /48), which one site shares. */
  network: string
  /** The address's /16 (IPv6: /32), which the internet gateways of one mobile carrier share. */
  carrier: string
}

/** Cache by address, because many trackers share one address. */
const known = new Map<string, Origin>()
const MOST = 10_000

/** Returns the networks of an address. Each call returns the same string objects, which saves memory. */
export function originOf(address: string): Origin {
  let origin = known.get(address)
  if (origin) return origin
  if (known.size >= MOST) known.clear()
  origin = { network: networkAround(address), carrier: carrierAround(address) }
  known.set(address, origin)
  return origin
}
