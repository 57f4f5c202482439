import {
  applyDecorators,
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
  UseGuards,
} from '@nestjs/common'
import { Reflector } from '@nestjs/core'
import type { AuthenticatedRequest } from './caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../configuration.js'
import { Problem } from '../http/problems.js'
import { problem } from '../texts/platform.js'

const MINUTE_MS = 60_000
const USER_RATE = 'roadbook:user-rate'

/** Name of a setting with the maximum calls per minute of a user. */
type RateSetting = 'RATE_LIMIT_LOCATE_PER_MINUTE' | 'RATE_LIMIT_MESSAGES_PER_MINUTE' | 'RATE_LIMIT_CONSENTS_PER_MINUTE'

/** Counts each user's calls within the last minute. */
@Injectable()
export class UserRates {
  #done = new Map<string, number[]>()
  #sweptAt = 0

  /**
   * Counts one more call.
   * @returns milliseconds until another call is allowed; 0 when this call is allowed
   */
  take(what: string, userId: number, perMinute: number, now = performance.now()): number {
    this.#sweep(now)
    const key = `${what} ${userId}`
    const recent = (this.#done.get(key) ?? []).filter((at) => at > now - MINUTE_MS)
    this.#done.set(key, recent)
    const [oldest] = recent
    if (oldest !== undefined && recent.length >= perMinute) return oldest + MINUTE_MS - now
    recent.push(now)
    return 0
  }

  /** Forgets users without calls in the last minute. */
  #sweep(now: number): void {
    if (now - this.#sweptAt < MINUTE_MS) return
    this.#sweptAt = now
    for (const [key, times] of this.#done) if ((times.at(-1) ?? 0) <= now - MINUTE_MS) this.#done.delete(key)
  }
}

/**
 * Responds with 429 and `Retry-After` when a user calls too often. The calls from all of the user's browser windows count
 * together (G-31).
 */
@Injectable()
class UserRateGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly rates: UserRates,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  canActivate(context: ExecutionContext): boolean {
    const setting = this.reflector.get<RateSetting>(USER_RATE, context.getHandler())
    const { caller } = context.switchToHttp().getRequest<AuthenticatedRequest>()
    if (!caller) throw new Error('a handler that is limited by user has no caller')
    const waitMs = this.rates.take(setting, caller.userId, this.configuration[setting])
    if (waitMs === 0) return true
    const retryAfterS = Math.ceil(waitMs / 1_000)
    throw new Problem('tooMany', problem('too-often-try-again-in', { seconds: retryAfterS }), { retryAfterS })
  }
}

/** Limits the calls of each user to a handler, whatever their token and address. */
export const LimitedPerUser = (setting: RateSetting) => applyDecorators(SetMetadata(USER_RATE, setting), UseGuards(UserRateGuard))
