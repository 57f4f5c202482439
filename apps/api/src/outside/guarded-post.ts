import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { assertNoOpenTransaction } from '../database/open-transaction.js'
import { addressesOfName, type Resolve } from './addresses-of-name.js'
import { type AllowedNetworks, reachOf } from './public-address.js'
import { retryAfterS } from './retry-after.js'

/** Why nothing was sent, or no answer came. */
export type GuardedProblem =
  | 'bad-address'
  | 'no-such-host'
  | 'private-address'
  | 'no-tls'
  | 'no-certificate'
  | 'timeout'
  | 'no-answer'

export class GuardedFailure extends Error {
  override name = 'GuardedFailure'
  constructor(
    readonly problem: GuardedProblem,
    options: { cause?: unknown } = {},
  ) {
    super(problem, options)
  }
}

export interface GuardedRequest {
  headers: Record<string, string>
  body: string
  /** In all: the name, the connection, the answer. */
  timeoutMs: number
  allowed: AllowedNetworks
  /** Also trusted, besides the authorities that everybody trusts. */
  ca?: string
  resolve?: Resolve
}

export interface GuardedAnswer {
  status: number
  /** Seconds that it asks to be left alone for. */
  retryAfterS?: number
}

/** An answer's body says nothing that we need: of a longer one no more is read. */
const MAX_ANSWER_BYTES = 64 * 1_024
/** Services that speak no HTTP listen below; whoever has a web server of their own chooses above. */
const FIRST_FREE_PORT = 1_024

/**
 * An address that somebody else may give us, as far as it can be judged without asking for its name.
 * @throws GuardedFailure
 */
export function guardedUrl(text: string, allowed: AllowedNetworks): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password || url.hash) {
    throw new GuardedFailure('bad-address')
  }
  // Only to where an operator lets us: what is sent unencrypted is read by whoever stands between.
  if (url.protocol === 'http:' && allowed.isEmpty) throw new GuardedFailure('no-tls')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (port < FIRST_FREE_PORT && ![443, 80].includes(port)) throw new GuardedFailure('bad-address')
  const host = hostOf(url)
  if (isIP(host)) assertReach([host], url, allowed)
  return url
}

/** Node writes the host of a URL in its plain form: `0x7f.1` is `127.0.0.1` here. */
const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** All of them: a name that stands for a public address and a private one is not to be played with. */
function assertReach(addresses: readonly string[], url: URL, allowed: AllowedNetworks): void {
  if (addresses.length === 0) throw new GuardedFailure('no-such-host')
  for (const address of addresses) {
    const reach = reachOf(address, allowed)
    if (!reach) throw new GuardedFailure('private-address')
    if (reach === 'public' && url.protocol === 'http:') throw new GuardedFailure('no-tls')
  }
}

/**
 * Posts to an address that somebody else gave us. The name is resolved once, what it stands for is judged, and the connection goes to
 * exactly that; the name stays in the certificate's check and in the header `Host`. Redirections are answers and not followed.
 * @throws GuardedFailure when nothing was sent, or no answer came
 */
export async function guardedPost(address: string, request: GuardedRequest): Promise<GuardedAnswer> {
  const { allowed, timeoutMs, resolve = addressesOfName } = request
  assertNoOpenTransaction('an address of somebody else')
  const url = guardedUrl(address, allowed)
  const signal = AbortSignal.timeout(timeoutMs)
  try {
    const addresses = isIP(hostOf(url)) ? [hostOf(url)] : await withinTime(named(resolve(hostOf(url), signal)), signal)
    assertReach(addresses, url, allowed)
    return await exchange(url, request, addresses, signal)
  } catch (error) {
    throw error instanceof GuardedFailure ? error : new GuardedFailure(problemOf(error, signal), { cause: error })
  }
}

/** Whatever a server of names says instead of addresses. */
const named = (addresses: ReturnType<Resolve>) =>
  addresses.catch((cause: unknown) => {
    const isLate = ['ETIMEOUT', 'ECANCELLED'].includes((cause as { code?: string }).code ?? '')
    throw new GuardedFailure(isLate ? 'timeout' : 'no-such-host', { cause })
  })

const withinTime = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(new GuardedFailure('timeout')), { once: true })
    }),
  ])

const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, done) => {
    const all = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all) done(null, all)
    else done(null, all[0]!.address, all[0]!.family)
  }

function exchange(
  url: URL,
  { headers, body, ca }: GuardedRequest,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<GuardedAnswer> {
  const options: https.RequestOptions = {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // A connection of its own each time: one that is kept was judged by an older answer of the name.
    agent: false,
    lookup: pinned(addresses),
    signal,
    maxHeaderSize: 16 * 1_024,
    ...(ca && { ca }),
  }
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(url, options, (answer) => {
      const told = { status: answer.statusCode ?? 0, ...restOf(answer.headers['retry-after']) }
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_ANSWER_BYTES) answer.destroy()
      })
      // The status is the answer: how its body ends changes nothing.
      answer.on('close', () => (signal.aborted && !answer.complete ? reject(new GuardedFailure('timeout')) : resolve(told)))
      answer.on('error', () => undefined)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function restOf(header: string | undefined): Pick<GuardedAnswer, 'retryAfterS'> {
  const seconds = retryAfterS(header)
  return seconds === undefined ? {} : { retryAfterS: seconds }
}

function problemOf(error: unknown, signal: AbortSignal): GuardedProblem {
  if (signal.aborted) return 'timeout'
  const code = (error as { code?: string } | undefined)?.code ?? ''
  return /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO/.test(code) ? 'no-certificate' : 'no-answer'
}
