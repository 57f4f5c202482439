import ipaddr from 'ipaddr.js'
import { z } from 'zod'

type Address = ipaddr.IPv4 | ipaddr.IPv6
type Network = [Address, number]

/** What of IPv6 is given out to anybody at all; the rest has meanings of its own, such as an IPv4 address in another form. */
const GIVEN_OUT: Network = [ipaddr.parse('2000::'), 3]

/** Networks that an operator lets somebody else's addresses lead into, besides the public ones. */
export class AllowedNetworks {
  readonly #networks: readonly Network[]

  /** @throws Error for what is no network, as `10.1.0.0/16`, and no address */
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

/** Whom somebody else's address may lead to: `public`, a network that the operator `allowed`, or nobody. */
export function reachOf(text: string, allowed: AllowedNetworks): 'public' | 'allowed' | undefined {
  if (!ipaddr.isValid(text)) return undefined
  // An IPv4 address that is written as IPv6 is judged as what it is.
  const address = ipaddr.process(text)
  if (allowed.has(address)) return 'allowed'
  if (address.range() !== 'unicast') return undefined
  return address.kind() === 'ipv4' || within(address, GIVEN_OUT) ? 'public' : undefined
}

/** For the environment: networks, separated by commas. */
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
