import ipaddr from 'ipaddr.js'
import { z } from 'zod'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/**
 * The range of IPv6 for public addresses. Addresses in other ranges have special meanings, for example an embedded IPv4
 * address.
 */
const GIVEN_OUT: Network = [ipaddr.parse('2000::'), 3]

/** Networks that an operator allows for addresses from outside, in addition to the public ones. */
export class AllowedNetworks {
  readonly #networks: readonly Network[]

  /** @throws Error for a text that is neither an address nor a network, for example `10.1.0.0/16` */
  constructor(networks: readonly string[] = []) {
    this.#networks = networks.map((text) => (text.includes('/') ? ipaddr.parseCIDR(text) : whole(ipaddr.parse(text))))
  }

  get isEmpty(): boolean {
    return this.#networks.length === 0
  }

  has(address: Address): boolean {
    return this.#networks.some((network) => within(address, network))
  }
}

const whole = (address: Address): Network => [address, address.kind() === 'ipv4' ? 32 : 128]

const within = (address: Address, [network, bits]: Network): boolean =>
  address.kind() === network.kind() && address.match(network, bits)

/**
 * Returns how an address may be reached. `public` means a public address. `allowed` means an address in a network that the
 * operator allowed. Undefined means that no request may be sent to the address.
 */
export function reachOf(text: string, allowed: AllowedNetworks): 'public' | 'allowed' | undefined {
  if (!ipaddr.isValid(text)) return undefined
  // An IPv4 address written as IPv6 is checked as IPv4.
  const address = ipaddr.process(text)
  if (allowed.has(address)) return 'allowed'
  if (address.range() !== 'unicast') return undefined
  return address.kind() === 'ipv4' || within(address, GIVEN_OUT) ? 'public' : undefined
}

/** Parses the environment variable: networks, separated by commas. */
export const allowedNetworks = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return new AllowedNetworks(text.split(',').flatMap((one) => one.trim() || []))
    } catch {
      context.addIssue('must be networks such as 10.1.0.0/16 or fd00::/8, separated by commas')
      return z.NEVER
    }
  })
