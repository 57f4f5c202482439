import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { assertNoOpenTransaction } from '../database/open-transaction.js'
import { addressesOfName, type Resolve } from './addresses-of-name.js'
import { type AllowedNetworks, reachOf } from './public-address.js'
import { retryAfterS } from './retry-after.js'

/** Reasons why nothing was sent or no answer was received. */
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
  /** Time-out in milliseconds for name resolution, connection and answer together. */
  timeoutMs: number
  allowed: AllowedNetworks
  /** Additional certificate authority to trust. */
  ca?: string
  resolve?: Resolve
}

export interface GuardedAnswer {
  status: number
  /** Seconds that the receiver asks us to wait. */
  retryAfterS?: number
}

/** Maximum bytes to read of an answer's body. The body itself is not needed. */
const MAX_ANSWER_BYTES = 64 * 1_024
/**
 * Lowest allowed port, apart from the usual ports of HTTP. Lower ports may belong to other services such as mail. Web servers
 * that do not use the usual ports listen on higher ones.
 */
const FIRST_FREE_PORT = 1_024

/**
 * Checks an address that a user entered, for example for a webhook, as far as possible before its name is resolved.
 * @throws GuardedFailure
 */
export function guardedUrl(text: string, allowed: AllowedNetworks): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (!url || !['https:', 'http:'].includes(url.protocol) || url.username || url.password || url.hash) {
    throw new GuardedFailure('bad-address')
  }
  // Anybody on the way can read unencrypted data. An unencrypted address is therefore allowed only if the operator allows
  // private networks.
  if (url.protocol === 'http:' && allowed.isEmpty) throw new GuardedFailure('no-tls')
  const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
  if (port < FIRST_FREE_PORT && ![443, 80].includes(port)) throw new GuardedFailure('bad-address')
  const host = hostOf(url)
  if (isIP(host)) assertReach([host], url, allowed)
  return url
}

/** Returns the host. Node writes it in its plain form, for example `127.0.0.1` for `0x7f.1`. */
const hostOf = (url: URL) => url.hostname.replace(/^\[(.*)\]$/, '$1')

/** Checks every address. All must be allowed, because a name with both a public and a private address may be an attack. */
function assertReach(addresses: readonly string[], url: URL, allowed: AllowedNetworks): void {
  if (addresses.length === 0) throw new GuardedFailure('no-such-host')
  for (const address of addresses) {
    const reach = reachOf(address, allowed)
    if (!reach) throw new GuardedFailure('private-address')
    if (reach === 'public' && url.protocol === 'http:') throw new GuardedFailure('no-tls')
  }
}

/**
 * Posts to an address that a user entered. Resolves the name only once, checks all its addresses, and connects to one of
 * these addresses. The name is still used for the certificate check and in the header `Host`. A redirect counts as an
 * answer and is not followed.
 * @throws GuardedFailure when nothing was sent, or no answer was received
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

/** Converts any failure of name resolution. */
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
    // Each request uses a new connection, because an existing connection may go to an address that the name no longer has and
    // that was not checked now.
    agent: false,
    lookup: pinned(addresses),
    signal,
    maxHeaderSize: 16 * 1_024,
    ...(ca && { ca }),
  }
  return new Promise((resolve, reject) => {
    const sent = (url.protocol === 'https:' ? https : http).request(url, options, (answer) => {
      const told = { status: answer.statusCode ?? 0, ...retryAfterOf(answer.headers['retry-after']) }
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > MAX_ANSWER_BYTES) answer.destroy()
      })
      // Only the status matters. A body that ends too early does not change it.
      answer.on('close', () => (signal.aborted && !answer.complete ? reject(new GuardedFailure('timeout')) : resolve(told)))
      answer.on('error', () => undefined)
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function retryAfterOf(header: string | undefined): Pick<GuardedAnswer, 'retryAfterS'> {
  const seconds = retryAfterS(header)
  return seconds === undefined ? {} : { retryAfterS: seconds }
}

function problemOf(error: unknown, signal: AbortSignal): GuardedProblem {
  if (signal.aborted) return 'timeout'
  const code = (error as { code?: string } | undefined)?.code ?? ''
  return /CERT|SELF_SIGNED|ERR_TLS|ERR_SSL|EPROTO|UNABLE_TO/.test(code) ? 'no-certificate' : 'no-answer'
}
