import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type ExecutionContext, Injectable } from '@nestjs/common'
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerModuleOptions, type ThrottlerStorage } from '@nestjs/throttler'
import { clientAddress, type Logger } from '@roadbook/platform'
import { SharedCounts } from '@roadbook/platform/rates/shared-counts'
import type { FastifyRequest } from 'fastify'
import type pg from 'pg'
import type { ApiConfiguration } from '../configuration.js'
import { Problem } from './problems.js'
import { problem } from '../texts/platform.js'

const MINUTE_MS = 60_000

interface RateLimitParts {
  configuration: ApiConfiguration
  pool: pg.Pool
  logger: Logger
}

/**
 * Limits requests per minute in two ways: per token and per address. A request without a token counts for its address in both
 * limits. All addresses of an IPv6 subscriber count as one. All API processes share the counts.
 */
export const rateLimits = ({ configuration, pool, logger }: RateLimitParts): ThrottlerModuleOptions => {
  const addressOf = (request: Record<string, unknown>) => ofAddress(configuration, (request as unknown as FastifyRequest).raw)
  const tokenOf = (request: Record<string, unknown>) => {
    const { authorization } = (request as unknown as FastifyRequest).headers
    return authorization ? createHash('sha256').update(authorization).digest('base64') : addressOf(request)
  }
  return {
    throttlers: [
      { name: 'address', ttl: MINUTE_MS, limit: configuration.RATE_LIMIT_ADDRESS_PER_MINUTE, getTracker: addressOf },
      { name: 'token', ttl: MINUTE_MS, limit: configuration.RATE_LIMIT_TOKEN_PER_MINUTE, getTracker: tokenOf },
    ],
    // The key does not contain the route, so that all routes count together.
    generateKey: (_context, tracker, name) => keyOf(name, tracker),
    storage: sharedStorage(pool, logger),
  }
}

/**
 * Counter that the rate-limit library uses. A caller above the limit must wait until the minute ends. The library's separate
 * block duration is not used.
 */
function sharedStorage(pool: pg.Pool, logger: Logger): ThrottlerStorage {
  const counts = new SharedCounts(pool, {
    onError: (error) => logger.warn({ err: error }, 'rate limits count each process by itself: the database does not answer'),
  })
  return {
    increment: async (key, windowMs, limit) => {
      const { total, isOver, endsInMs } = await counts.add(`api ${key}`, limit, windowMs)
      const endsInS = Math.ceil(endsInMs / 1_000)
      return { totalHits: total, timeToExpire: endsInS, isBlocked: isOver, timeToBlockExpire: isOver ? endsInS : 0 }
    },
  }
}

const keyOf = (name: string, tracker: string) => `${name}:${tracker}`
const ofAddress = ({ TRUSTED_PROXIES }: ApiConfiguration, request: IncomingMessage) => clientAddress(request, TRUSTED_PROXIES)

/**
 * Counts requests by address, for requests that no guard handles.
 * @param allowance `address` for the allowance of the API; `files` for a separate allowance of the same size
 */
export const countOfAddress = (
  storage: ThrottlerStorage,
  configuration: ApiConfiguration,
  request: IncomingMessage,
  allowance: 'address' | 'files' = 'address',
) => {
  const key = keyOf(allowance, ofAddress(configuration, request))
  return storage.increment(key, MINUTE_MS, configuration.RATE_LIMIT_ADDRESS_PER_MINUTE, MINUTE_MS, allowance)
}

/** Responds with 429 and `Retry-After`. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  /**
   * Does not count messages on a socket. A socket counts as one request, at its handshake. `LiveSession` limits the messages
   * of a socket.
   */
  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    return context.getType() === 'ws'
  }

  protected override async throwThrottlingException(_context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const retryAfterS = Math.max(1, Math.ceil(detail.timeToBlockExpire))
    throw new Problem('tooMany', problem('try-again-in', { seconds: retryAfterS }), { retryAfterS })
  }
}
