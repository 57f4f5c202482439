import type { NestFastifyApplication } from '@nestjs/platform-fastify'
import { getStorageToken, type ThrottlerStorage } from '@nestjs/throttler'
import type { FastifyInstance } from 'fastify'
import type { ApiConfiguration } from '../configuration.js'
import { Problem } from '../http/problems.js'
import { toProblemBody } from '../http/problem.dto.js'
import { countOfAddress } from '../http/rate-limit.guard.js'
import { localeWanted } from '../texts/locale.js'
import { problem } from '../texts/platform.js'

/** Paths that a guard counts. */
const GUARDED = /^\/(api\/v1\/(?!openapi\.json)|health\/|config\.json$)/

/**
 * Limits requests that are not API operations: the map, the portal's files, the OpenAPI document and its page. These requests
 * have a separate allowance, so that opening the portal does not use up the API requests of the users in an office. API
 * guards do not run for these requests, so this function itself sends the refusals.
 */
export function limitFiles(app: NestFastifyApplication, configuration: ApiConfiguration): void {
  const requests = app.get<ThrottlerStorage>(getStorageToken())
  const fastify: FastifyInstance = app.getHttpAdapter().getInstance()
  fastify.addHook('onRequest', async (request, reply) => {
    if (GUARDED.test(request.url.split('?', 1)[0] ?? '')) return
    const { isBlocked, timeToBlockExpire } = await countOfAddress(requests, configuration, request.raw, 'files')
    if (!isBlocked) return
    const seconds = Math.max(1, Math.ceil(timeToBlockExpire))
    const locale = localeWanted(request.headers['accept-language'])
    const body = toProblemBody(new Problem('tooMany', problem('try-again-in', { seconds })), request.id, locale)
    await reply
      .code(body.status)
      .headers({
        'retry-after': String(seconds),
        'content-language': locale,
        vary: 'accept-language',
        'cache-control': 'no-store',
      })
      .type('application/problem+json; charset=utf-8')
      .send(JSON.stringify(body))
  })
}
