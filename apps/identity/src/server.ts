import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type Provider from 'oidc-provider'
import type pg from 'pg'
import { isConnectionLoss, readiness, type Logger } from '@roadbook/platform'
import { resetRoute } from './directory/reset-route.js'
import { clientAddress } from './http/client-address.js'
import { applyCors } from './http/cors.js'
import { FormError } from './http/form.js'
import { readPreferences } from './http/preferences.js'
import { setSecurityHeaders } from './http/security-headers.js'
import { findAsset, pageContext, type PageContext } from './pages/layout.js'
import { notFoundPage, problemPage, unavailablePage } from './pages/notice-pages.js'
import { QueueFullError } from './passwords/hash-queue.js'
import { forgotPasswordRoute } from './routes/forgot-password.js'
import { sendPage } from './routes/route.js'
import { setupRoute } from './routes/setup.js'
import { signInRoute } from './routes/sign-in.js'
import type { SecondFactorPolicy } from './second-factor/requirement.js'
import { rememberAddress } from './sessions/follow-sessions.js'

export interface ServerOptions {
  pool: pg.Pool
  logger: Logger
  issuer: string
  portalUrl: string
  trustsProxy: boolean
  support: { email: string; phone: string }
  secondFactorPolicy: SecondFactorPolicy
  /** Whether forgotten passwords are reset by mail. */
  sendsMail: boolean
  /** Undefined until the keys could be read. */
  provider: () => Provider | undefined
}

/** Paths that belong to the OpenID provider. */
const PROVIDER_PATHS = /^\/(auth|token|jwks|me|session|\.well-known)(\/|$)/

/** Reader and place of a page, as a request tells them. */
export function pageOf(options: ServerOptions, request: IncomingMessage, response: ServerResponse): PageContext {
  const url = new URL(request.url ?? '/', options.issuer)
  const preferences = readPreferences(request, response, url, options.issuer.startsWith('https:'))
  return pageContext({ ...preferences, path: url.pathname, portalUrl: options.portalUrl, support: options.support })
}

/** Answers every request of the identity process. */
export function createListener(options: ServerOptions): RequestListener {
  return (request, response) => {
    void answer(options, request, response).catch((error: unknown) => fail(options, request, response, error))
  }
}

async function answer(options: ServerOptions, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pool, issuer, portalUrl, logger } = options
  if (!URL.canParse(request.url ?? '/', issuer)) return void response.writeHead(400).end()
  const url = new URL(request.url ?? '/', issuer)
  const isSilent = url.pathname === '/auth' && url.searchParams.get('prompt') === 'none'
  setSecurityHeaders(response, { issuer, portalUrl, isSilent })
  if (url.pathname.startsWith('/health/')) return health(options, url.pathname, response)
  if (url.pathname.startsWith('/assets/')) return sendAsset(url.pathname, response)
  if (applyCors(request, response, portalUrl)) return
  if (url.pathname === '/') return void response.writeHead(302, { Location: `${portalUrl}/` }).end()

  const provider = options.provider()
  const address = clientAddress(request, options.trustsProxy)
  const page = pageOf(options, request, response)
  if (!provider) return sendPage(response, unavailablePage(page), 503, { 'Retry-After': '5' })
  presentIssuer(request, issuer)
  rememberAddress(request, address)
  if (PROVIDER_PATHS.test(url.pathname)) return void (await provider.callback()(request, response))

  const { secondFactorPolicy, sendsMail } = options
  const route = {
    request,
    response,
    url,
    page,
    address,
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

/** The provider reads scheme and host from headers: it gets the issuer's, and none that came from outside. */
function presentIssuer(request: IncomingMessage, issuer: string): void {
  for (const name of Object.keys(request.headers)) if (name.startsWith('x-forwarded-')) delete request.headers[name]
  const { protocol, host } = new URL(issuer)
  request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
  request.headers['x-forwarded-host'] = host
}

/** A form that another site posts here names that site. */
const isOwnPost = (request: IncomingMessage, issuer: string) =>
  request.headers.origin === undefined || request.headers.origin === new URL(issuer).origin

function sendAsset(pathname: string, response: ServerResponse): void {
  const asset = findAsset(pathname)
  if (!asset) return void response.writeHead(404, { 'Content-Type': 'text/plain' }).end('not found')
  response.writeHead(200, { 'Content-Type': asset.type, 'Cache-Control': 'public, max-age=31536000, immutable' })
  response.end(asset.body)
}

async function health({ pool, provider }: ServerOptions, pathname: string, response: ServerResponse): Promise<void> {
  const send = (status: number, body: unknown) =>
    response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' }).end(JSON.stringify(body))
  if (pathname === '/health/live') return void send(200, { status: 'ok' })
  if (pathname !== '/health/ready') return void send(404, { status: 'not found' })
  const { ready, parts } = await readiness({
    database: async () => void (await pool.query('SELECT 1')),
    keys: () => (provider() ? Promise.resolve() : Promise.reject(new Error('not read yet'))),
  })
  send(ready ? 200 : 503, { status: ready ? 'ok' : 'unavailable', parts })
}

function fail(options: ServerOptions, request: IncomingMessage, response: ServerResponse, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const page = pageOf(options, request, response)
  if (error instanceof FormError) return sendPage(response, problemPage(page, 'invalid_form'), 400, { Connection: 'close' })
  const isAway = isConnectionLoss(error) || isConnectionLoss((error as Error).cause ?? {})
  options.logger.error(
    { err: error, path: request.url?.split('?')[0] },
    isAway ? 'the database does not answer' : 'request failed',
  )
  if (isAway || error instanceof QueueFullError) return sendPage(response, unavailablePage(page), 503, { 'Retry-After': '5' })
  sendPage(response, problemPage(page, 'server_error'), 500)
}
