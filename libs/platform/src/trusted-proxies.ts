import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** Names for groups of networks from which outsiders cannot send. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * The proxies in front of Roadbook, from a variable that every process reads. `X-Forwarded-For` is accepted only from these
 * proxies. The client is the right-most address in the header that is not one of the proxies. Addresses to the left of it
 * may be forged.
 */
export class TrustedProxies {
  readonly #networks = new BlockList()

  /** @throws Error that names the text if a text is not an address, a network or a known name */
  constructor(networks: readonly string[] = []) {
    for (const text of networks.flatMap((each) => NAMED[each] ?? [each])) {
      const [address = '', bits, ...more] = text.split('/')
      const family = familyOf(address)
      const longest = family === 'ipv4' ? 32 : 128
      const length = bits === undefined ? longest : Number(bits)
      if (!family || more.length > 0 || !/^\d{1,3}$/.test(bits ?? '0') || length > longest)
        throw new Error(`"${text}" is no address, no network such as 10.0.0.0/8, and none of: ${Object.keys(NAMED).join(', ')}`)
      this.#networks.addSubnet(address, length, family)
    }
  }

  trusts(address: string): boolean {
    const plain = unmapped(address)
    const family = familyOf(plain)
    return family !== undefined && this.#networks.check(plain, family)
  }

  /**
   * Returns the client's address. If the peer is not a trusted proxy, the result is the peer's address, whatever the header
   * contains.
   */
  clientOf(peer: string | undefined, forwardedFor: string | string[] | undefined): string {
    const hops = [forwardedFor].flat().join(',').split(',').map(hopOf)
    let client = unmapped(peer ?? 'unknown')
    while (this.trusts(client)) {
      const before = unmapped(hops.pop() ?? '')
      if (!familyOf(before)) break
      client = before
    }
    return client
  }
}

/**
 * `TRUSTED_PROXIES`: addresses, networks, `loopback` or `private`, separated by commas. Without a value, no proxy is trusted.
 */
export const trustedProxies = z
  .string()
  .default('')
  .transform((text, context) => {
    try {
      return new TrustedProxies(text.split(',').flatMap((each) => each.trim() || []))
    } catch (error) {
      context.issues.push({ code: 'custom', message: (error as Error).message, input: text })
      return z.NEVER
    }
  })

interface Warned {
  warn(fields: object, message: string): void
}

/**
 * Returns a check that logs a warning if an untrusted address sends `X-Forwarded-For`. The check warns only once per
 * process. There are two possible causes: a client forges the header, or a proxy is missing from the configuration. In the
 * second case, all clients of this proxy count as one address.
 */
export function warnOfUntrustedProxy(proxies: TrustedProxies, logger: Warned) {
  let isTold = false
  return (peer: string | undefined, forwardedFor: unknown): void => {
    if (isTold || forwardedFor === undefined || proxies.trusts(peer ?? '')) return
    isTold = true
    logger.warn(
      { peer },
      'requests come with X-Forwarded-For from an address that TRUSTED_PROXIES does not name: the header is ignored, and all who come that way count as one',
    )
  }
}

const unmapped = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

const familyOf = (address: string) => ({ 4: 'ipv4' as const, 6: 'ipv6' as const })[isIP(address) as 4 | 6]

/** Removes the port that some proxies add: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const hopOf = (text: string) => {
  const hop = text.trim()
  return /^\[(.*)\](:\d+)?$/.exec(hop)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop
}
