import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Logger, warnOfUntrustedProxy } from '@roadbook/platform'
import type { ApiConfiguration } from '../configuration.js'
import { isTooDeep, MAX_BODY_DEPTH } from '../http/body-depth.js'
import { composed } from '../http/composed.js'
import { PERMISSIONS_POLICY, securityHeaders } from './content-policy.js'
import { rememberMethods } from './declared-methods.js'
import { invalid, Problem, PROBLEMS } from '../http/problems.js'
import { toProblemBody } from '../http/problem.dto.js'
import { withLocale } from '../texts/sentence.js'
import { localeWanted } from '../texts/locale.js'
import { field } from '../texts/platform.js'

const BODY_LIMIT_BYTES = 1_048_576
/** Milliseconds within which a request and its body must arrive, even if the client sends it byte by byte. */
const REQUEST_TIMEOUT_MS = 15_000
/** Time-out for an inactive socket in milliseconds. The client's own limit is 60 s. */
const CONNECTION_TIMEOUT_MS = 65_000
const KEEP_ALIVE_TIMEOUT_MS = 70_000
const REQUEST_ID = /^[\w-]{8,64}$/

/** Headers of the answer to an address that cannot be decoded. This answer is sent before any hook runs. */
const UNREADABLE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'permissions-policy': PERMISSIONS_POLICY,
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
  vary: 'accept-language',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

/** Creates the HTTP server with all limits and time-outs. Without them, it would wait for slow clients without limit. */
export function createAdapter(configuration: ApiConfiguration): FastifyAdapter {
  return new FastifyAdapter({
    bodyLimit: BODY_LIMIT_BYTES,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    http: { connectionsCheckingInterval: 2_000, headersTimeout: REQUEST_TIMEOUT_MS },
    routerOptions: { maxParamLength: 100 },
    forceCloseConnections: true,
    exposeHeadRoutes: false,
    trustProxy: (address: string) => configuration.TRUSTED_PROXIES.trusts(address),
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      const locale = localeWanted(request.headers['accept-language'])
      const problem = toProblemBody(new Problem('malformed', PROBLEMS.malformed.title), request.id, locale)
      const headers = { ...UNREADABLE_HEADERS, 'content-language': locale, 'x-request-id': request.id }
      const answer = reply.code(problem.status).headers(headers).type('application/problem+json; charset=utf-8')
      void answer.send(JSON.stringify(problem))
    },
    genReqId: (request: IncomingMessage) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID()
    },
  })
}

/** Adds the parts that every answer needs: security headers, CORS, compression and the request id. */
export async function registerHttpRules(
  app: NestFastifyApplication,
  configuration: ApiConfiguration,
  logger: Logger,
): Promise<void> {
  const warn = warnOfUntrustedProxy(configuration.TRUSTED_PROXIES, logger)
  const fastify = app.getHttpAdapter().getInstance()
  rememberMethods(fastify)
  // Only JSON is accepted. A form on another site can send only other types, so that no other site can send a valid body
  // (S9).
  fastify.removeContentTypeParser('text/plain')
  // A route may allow a larger body than the others. It declares the size with `@RouteConfig`.
  fastify.addHook('onRoute', (route) => {
    const { bodyLimit } = (route.config ?? {}) as { bodyLimit?: number }
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit
  })
  fastify.addHook('onRequest', async (request, reply) => {
    warn(request.socket.remoteAddress, request.headers['x-forwarded-for'])
    void reply.header('x-request-id', request.id)
    void reply.header('permissions-policy', PERMISSIONS_POLICY)
  })
  fastify.addHook('onSend', async (request, reply) => {
    if (!reply.hasHeader('cache-control') && request.url.startsWith('/api/')) void reply.header('cache-control', 'no-store')
  })
  // Fastify writes the JSON before `done` returns. The language therefore applies to the sentences of this answer only.
  fastify.addHook('preSerialization', (request, _reply, payload, done) =>
    withLocale(localeWanted(request.headers['accept-language']), () => done(null, payload)),
  )
  fastify.addHook('preValidation', async (request) => {
    if (isTooDeep(request.body)) throw invalid({ body: [field('too-deep', { max: MAX_BODY_DEPTH })] })
    composed(request.body)
    composed(request.query)
  })
  await app.register(helmet, securityHeaders(configuration))
  const origins = configuration.CORS_ORIGINS.map((address) => new URL(address).origin)
  const rules = {
    origin: origins,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'authorization',
      'content-type',
      'if-match',
      'if-none-match',
      'idempotency-key',
      'x-request-id',
      'x-view-as',
    ],
    exposedHeaders: ['content-language', 'etag', 'retry-after', 'x-request-id'],
    maxAge: 600,
  }
  await app.register(cors, {
    delegator: async ({ headers }: FastifyRequest) => ({ ...rules, credentials: origins.includes(headers.origin ?? '') }),
  })
  await app.register(compress, {
    encodings: ['br', 'gzip'],
    threshold: 1_024,
    brotliOptions: { params: { [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT, [constants.BROTLI_PARAM_QUALITY]: 5 } },
    zlibOptions: { level: 6 },
  })
}
