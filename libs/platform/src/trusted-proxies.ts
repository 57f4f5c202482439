import { BlockList, isIP } from 'node:net'
import { z } from 'zod'

/** Words for networks that nobody outside can send from. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * The proxies in front of us, which alone may say whom a request came from. Every process reads them from the same variable
 * and means the same: of the addresses in `X-Forwarded-For`, the right-most that is no proxy of ours is the client's; what
 * stands before it is anybody's invention.
 */
export class TrustedProxies {
  readonly #networks = new BlockList()

  /** @throws Error naming what is no address, no network and no known word */
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

  /** Whom a request came from. Without a proxy of ours at the other end that is the socket's address, whatever the header says. */
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

/** `TRUSTED_PROXIES`: addresses, networks, `loopback` or `private`, separated by commas; nobody when it is not set. */
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
 * Tells the operator, once for each start, that somebody forwards requests whom nobody trusts: a proxy that was forgotten,
 * so that everybody behind it counts as one address, or a client that makes the header up.
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

/** Some proxies write the port too: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
const hopOf = (text: string) => {
  const hop = text.trim()
  return /^\[(.*)\](:\d+)?$/.exec(hop)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(hop)?.[1] ?? hop
}
