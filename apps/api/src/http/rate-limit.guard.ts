import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { type ExecutionContext, Injectable } from '@nestjs/common'
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerModuleOptions, type ThrottlerStorage } from '@nestjs/throttler'
import { clientAddress } from '@roadbook/platform'
import type { FastifyRequest } from 'fastify'
import type { ApiConfiguration } from '../configuration.js'
import { Problem } from './problems.js'
import { problem } from '../texts/platform.js'

const MINUTE_MS = 60_000

/**
 * Limits requests per minute, by token and by address; an IPv6 subscriber counts as one address. Without a token both use the
 * address.
 */
export const rateLimits = (configuration: ApiConfiguration): ThrottlerModuleOptions => {
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
    // One count for all routes, so that a caller has a single allowance.
    generateKey: (_context, tracker, name) => keyOf(name, tracker),
  }
}

const keyOf = (name: string, tracker: string) => `${name}:${tracker}`
const ofAddress = ({ TRUSTED_PROXIES }: ApiConfiguration, request: IncomingMessage) => clientAddress(request, TRUSTED_PROXIES)

/** Counts requests that no guard sees. @param allowance the API's allowance, or a separate one of the same size for files */
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
  /** A socket counts once, at its handshake. `LiveSession` limits its messages. */
  protected override async shouldSkip(context: ExecutionContext): Promise<boolean> {
    return context.getType() === 'ws'
  }

  protected override async throwThrottlingException(_context: ExecutionContext, detail: ThrottlerLimitDetail): Promise<void> {
    const retryAfterS = Math.max(1, Math.ceil(detail.timeToBlockExpire))
    throw new Problem('tooMany', problem('try-again-in', { seconds: retryAfterS }), { retryAfterS })
  }
}
