import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/** File with host names that the machine's operator set, hosts(5). */
const HOSTS = '/etc/hosts'
/** Time-out for an answer of a name server, in milliseconds. After the time-out, the server is asked once more. */
const ANSWER_MS = 2_000
const TRIES = 2

/** Resolves a name to all its addresses. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/**
 * Returns every address of a host name that somebody outside chose. Queries the name servers over its own sockets. The
 * system's look-up would share a few threads with all file access of the process, so that a name server without an answer
 * would delay both. Unlike the system's look-up, this function does not apply search domains.
 * @param servers name servers to use instead of the system's, as `address:port`
 * @throws Error with the code of c-ares, for example `ENOTFOUND`, `ENODATA` or `ETIMEOUT`. After an abort of the signal, the
 * code is `ECANCELLED`.
 */
export async function addressesOfName(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const name = host.toLowerCase().replace(/\.$/, '')
  // RFC 6761, 6.3, requires these names to be resolved without a query.
  if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
  const known = listedIn(await readFile(HOSTS, 'utf8').catch(() => ''), name)
  if (known.length > 0) return known
  const resolver = new Resolver({ timeout: ANSWER_MS, tries: TRIES })
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const found = [four, six].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found
    throw four.status === 'rejected' ? four.reason : new Error(`${name} has no address`)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/** Returns the addresses that a hosts(5) file has for a name. */
export const listedIn = (hosts: string, name: string): string[] =>
  hosts.split('\n').flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return address && names.some((one) => one.toLowerCase() === name) ? [address] : []
  })
