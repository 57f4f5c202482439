import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type pg from 'pg'
import {
  clientAddress,
  isConnectionLoss,
  readiness,
  type TrustedProxies,
  warnOfUntrustedProxy,
  type Logger,
} from '@roadbook/platform'
import { SharedCounts } from '@roadbook/platform/rates/shared-counts'
import { resetRoute } from './directory/reset-route.js'
import { applyCors } from './http/cors.js'
import { FormError, readFields } from './http/form.js'
import type { KnownDevices } from './http/known-devices.js'
import { assertParameters, ParameterError } from './http/parameters.js'
import { readPreferences } from './http/preferences.js'
import { setSecurityHeaders } from './http/security-headers.js'
import { underWay } from './http/under-way.js'
import { findAsset, pageContext, type PageContext } from './pages/layout.js'
import { notFoundPage, problemPage, unavailablePage } from './pages/notice-pages.js'
import { QueueFullError } from './passwords/hash-queue.js'
import { forgotPasswordRoute } from './routes/forgot-password.js'
import { sendPage } from './routes/route.js'
import { setupRoute } from './routes/setup.js'
import { signInRoute } from './routes/sign-in.js'
import { signOutNobody } from './routes/sign-out.js'
import type { SecondFactorPolicy } from './second-factor/requirement.js'
import { rememberAddress } from './sessions/follow-sessions.js'

export interface ServerOptions {
  pool: pg.Pool
  logger: Logger
  issuer: string
  portalUrl: string
  proxies: TrustedProxies
  requestsPerMinute: number
  support: { email: string; phone: string }
  secondFactorPolicy: SecondFactorPolicy
  /** True when forgotten passwords are reset by mail. */
  sendsMail: boolean
  /** Returns undefined until the keys have been read. */
  ready: () => { provider: Provider; devices: KnownDevices } | undefined
  /** Returns true while the process is shutting down. Load balancers should then send it no new requests. */
  isDraining: () => boolean
}

const MINUTE_MS = 60_000

/** Paths that belong to the OpenID provider. */
const PROVIDER_PATHS = /^\/(auth|token|jwks|me|session|\.well-known)(\/|$)/
/** Provider paths that programs call and people do not. */
const FOR_PROGRAMS = /^\/(token|jwks|me|\.well-known)(\/|$)/
/**
 * Provider paths with parameters that may also come as a form. In a form, the parameters have the same meaning (OpenID Connect
 * Core, 3.1.2.1).
 */
const ASKED_BY_FORM = ['/auth', '/session/end']

/** Builds the page context from a request. */
export function pageOf(options: ServerOptions, request: IncomingMessage, response: ServerResponse): PageContext {
  const url = new URL(request.url ?? '/', options.issuer)
  const preferences = readPreferences(request, response, url, options.issuer.startsWith('https:'))
  return pageContext({ ...preferences, path: url.pathname, portalUrl: options.portalUrl, support: options.support })
}

/** Handles every request of the identity process. */
export function createListener(options: ServerOptions): RequestListener {
  const counts = new SharedCounts(options.pool, {
    onError: (error) =>
      options.logger.warn({ err: error }, 'rate limits count each process by itself: the database does not answer'),
  })
  const warn = warnOfUntrustedProxy(options.proxies, options.logger)
  return (request, response) => {
    warn(request.socket.remoteAddress, request.headers['x-forwarded-for'])
    void underWay
      .run({ request, response }, () => answer(options, counts, request, response))
      .catch((error: unknown) => fail(options, request, response, error))
  }
}

async function answer(
  options: ServerOptions,
  counts: SharedCounts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pool, issuer, portalUrl, logger } = options
  if (!URL.canParse(request.url ?? '/', issuer)) return void response.writeHead(400).end()
  const url = new URL(request.url ?? '/', issuer)
  const isSilent = url.pathname === '/auth' && url.searchParams.get('prompt') === 'none'
  setSecurityHeaders(response, { portalUrl, isSilent })
  if (url.pathname.startsWith('/health/')) return health(options, url.pathname, response)
  if (url.pathname.startsWith('/assets/')) return sendAsset(url.pathname, response)
  if (applyCors(request, response, portalUrl)) return
  if (url.pathname === '/') return void response.writeHead(302, { Location: `${portalUrl}/` }).end()

  const address = clientAddress(request, options.proxies)
  const { isOver, endsInMs } = await counts.add(`identity ${address}`, options.requestsPerMinute, MINUTE_MS)
  if (isOver)
    return refuse(options, request, response, 429, 'too_many_requests', { 'Retry-After': String(Math.ceil(endsInMs / 1_000)) })
  assertParameters(url.searchParams)
  const ready = options.ready()
  const page = pageOf(options, request, response)
  if (!ready) return sendPage(response, unavailablePage(page), 503, { 'Retry-After': '5' })
  const { provider, devices } = ready
  presentIssuer(request, issuer)
  rememberAddress(request, address)
  if (request.method === 'POST' && ASKED_BY_FORM.includes(url.pathname)) await askByAddress(request, url)
  if (url.pathname === '/session/end' && (await signOutNobody({ ...options, provider }, request, response, page))) return
  if (PROVIDER_PATHS.test(url.pathname)) return void (await provider.callback()(request, response))

  const { secondFactorPolicy, sendsMail } = options
  const route = {
    request,
    response,
    url,
    page,
    address,
    devices,
    pool,
    provider,
    issuer,
    logger,
    portalUrl,
    secondFactorPolicy,
    sendsMail,
  }
  if (!['GET', 'HEAD', 'POST'].includes(request.method ?? '')) return void response.writeHead(405, { Allow: 'GET, POST' }).end()
  if (request.method === 'POST' && !isOwnPost(request, issuer)) return sendPage(response, problemPage(page, 'foreign_form'), 403)
  if (/^\/interaction\/[\w-]+$/.test(url.pathname)) return signInRoute(route)
  const setupToken = /^\/setup\/([\w-]{43})$/.exec(url.pathname)?.[1]
  if (setupToken) return setupRoute(route, setupToken)
  const resetToken = /^\/reset\/([\w-]{43})$/.exec(url.pathname)?.[1]
  if (resetToken) return resetRoute(route, resetToken)
  if (url.pathname === '/forgot-password') return forgotPasswordRoute(route)
  sendPage(response, notFoundPage(page), 404)
}

/**
 * Sets the forwarding headers to the issuer's scheme and host, because the provider reads both from these headers. Values
 * that a client sent are dropped.
 */
function presentIssuer(request: IncomingMessage, issuer: string): void {
  for (const name of Object.keys(request.headers)) if (name.startsWith('x-forwarded-')) delete request.headers[name]
  const { protocol, host } = new URL(issuer)
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  request.headers['x-forwarded-host'] = host
}

/** Converts a request with a form to one with the same parameters in its address, so that one check is enough for both. */
async function askByAddress(request: IncomingMessage, url: URL): Promise<void> {
  const fields = await readFields(request)
  assertParameters(fields)
  url.search = fields.toString()
  request.url = url.pathname + url.search
  request.method = 'GET'
}

/**
 * Returns whether a form was posted from our own pages. A form on another site is recognised by its origin, which browsers
 * send.
 */
const isOwnPost = (request: IncomingMessage, issuer: string) =>
  request.headers.origin === undefined || request.headers.origin === new URL(issuer).origin

function sendAsset(pathname: string, response: ServerResponse): void {
  const asset = findAsset(pathname)
  if (!asset) return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found')
  response.writeHead(200, { 'Content-Type': asset.type, 'Cache-Control': 'public, max-age=31536000, immutable' })
  response.end(asset.body)
}

async function health(
  { pool, ready: isReady, isDraining }: ServerOptions,
  pathname: string,
  response: ServerResponse,
): Promise<void> {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
  if (pathname === '/health/live') return void send(200, { status: 'ok' })
  if (pathname !== '/health/ready') return void send(404, { status: 'not found' })
  const { ready, parts } = await readiness({
    database: async () => void (await pool.query('SELECT 1')),
    keys: () => (isReady() ? Promise.resolve() : Promise.reject(new Error('not read yet'))),
    draining: () => (isDraining() ? Promise.reject(new Error('draining')) : Promise.resolve()),
  })
  send(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', parts })
}

function fail(options: ServerOptions, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  // No response is possible here: it has begun already, or the client disconnected or sent the request too slowly.
  if (response.headersSent || request.errored) return void response.destroy()
  if (error instanceof FormError) return refuse(options, request, response, 400, 'invalid_form', { Connection: 'close' })
  if (error instanceof ParameterError) return refuse(options, request, response, 400, 'invalid_request')
  const page = pageOf(options, request, response)
  const isAway = isConnectionLoss(error) || isConnectionLoss((error as Error).cause ?? {})
  options.logger.error(
    { err: error, path: request.url?.split('?')[0] },
    isAway ? 'the database does not answer' : 'request failed',
  )
  if (isAway || error instanceof QueueFullError) return sendPage(response, unavailablePage(page), 503, { 'Retry-After': '5' })
  sendPage(response, problemPage(page, 'server_error'), 500)
}

/** Reports an invalid request by its error code. People get a page. Programs get JSON in the provider's format. */
function refuse(
  options: ServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  if (!FOR_PROGRAMS.test(request.url ?? ''))
    return sendPage(response, problemPage(pageOf(options, request, response), code), status, headers)
  const all = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers }
  response.writeHead(status, all).end(JSON.stringify({ error: code }))
}
