import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/** What the operator of this machine calls whom. hosts(5). */
const HOSTS = '/etc/hosts'
/** A server of names that does not answer is asked once more, and then has none. */
const ANSWER_MS = 2_000
const TRIES = 2

/** Finds what a name stands for: every address of it. */
export type Resolve = (host: string, signal: AbortSignal) => Promise<readonly string[]>

/**
 * Every address of a name that somebody else gave us. Over sockets of its own: the system's look-up has a few threads for the whole
 * process, files among their work, and names whose server is silent would keep all others waiting. So there are no search domains either.
 * @param servers other than the system's, as `address:port`
 * @throws Error with the code of c-ares: `ENOTFOUND`, `ENODATA`, `ETIMEOUT`, `ECANCELLED` by the signal …
 */
export async function addressesOfName(
  host: string,
  signal: AbortSignal,
  servers?: readonly string[],
): Promise<readonly string[]> {
  const name = host.toLowerCase().replace(/\.$/, '')
  // RFC 6761, 6.3: nobody is asked for it.
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

/** The addresses of a name in the lines of hosts(5). */
export const listedIn = (hosts: string, name: string): string[] =>
  hosts.split('\n').flatMap((line) => {
    const [address, ...names] = line.replace(/#.*/, '').trim().split(/\s+/)
    return address && names.some((one) => one.toLowerCase() === name) ? [address] : []
  })
