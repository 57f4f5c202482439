import { createHash } from 'node:crypto'
import { type ExecutionContext, Injectable } from '@nestjs/common'
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerModuleOptions, type ThrottlerStorage } from '@nestjs/throttler'
import type { FastifyRequest } from 'fastify'
import type { ApiConfiguration } from '../configuration.js'
import { Problem } from './problems.js'
import { problem } from '../texts/platform.js'

const MINUTE_MS = 60_000

/** Requests a minute, by token and by address. Without a token both are the address. */
export const rateLimits = (configuration: ApiConfiguration): ThrottlerModuleOptions => ({
  throttlers: [
    { name: 'address', ttl: MINUTE_MS, limit: configuration.RATE_LIMIT_ADDRESS_PER_MINUTE, getTracker: ({ ip }) => String(ip) },
    { name: 'token', ttl: MINUTE_MS, limit: configuration.RATE_LIMIT_TOKEN_PER_MINUTE, getTracker: tokenOf },
  ],
  // One count for all calls: a caller has one allowance, not one a route.
  generateKey: (_context, tracker, name) => keyOf(name, tracker),
})

const keyOf = (name: string, tracker: string) => `${name}:${tracker}`

/** Counts what no guard sees, from the same allowance. @param ip as `FastifyRequest` tells it */
export const countOfAddress = (storage: ThrottlerStorage, configuration: ApiConfiguration, ip: string) =>
  storage.increment(keyOf('address', ip), MINUTE_MS, configuration.RATE_LIMIT_ADDRESS_PER_MINUTE, MINUTE_MS, 'address')

const tokenOf = (request: Record<string, unknown>) => {
  const { headers, ip } = request as unknown as FastifyRequest
  return headers.authorization ? createHash('sha256').update(headers.authorization).digest('base64') : ip
}

/** Answers 429 with `Retry-After`. */
@Injectable()
export class RateLimitGuard extends ThrottlerGuard {
  protected override async throwThrottlingException(_context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const retryAfterS = Math.max(1, Math.ceil(detail.timeToBlockExpire))
    throw new Problem('tooMany', problem('try-again-in', { seconds: retryAfterS }), { retryAfterS })
  }
}
