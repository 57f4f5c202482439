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
import type { AuthenticatedRequest } from '../caller.js'
import { API_CONFIGURATION, type ApiConfiguration } from '../../configuration.js'
import { Problem } from '../../http/problems.js'
import { problem } from '../../texts/platform.js'
import { UserCallsRepository } from './user-calls.repository.js'

const USER_RATE = 'roadbook:user-rate'

/** Name of a setting with the maximum calls per minute of a user. */
type RateSetting =
  | 'RATE_LIMIT_LOCATE_PER_MINUTE'
  | 'RATE_LIMIT_MESSAGES_PER_MINUTE'
  | 'RATE_LIMIT_CONSENTS_PER_MINUTE'
  | 'RATE_LIMIT_PREVIEWS_PER_MINUTE'
  | 'RATE_LIMIT_PLACES_PER_MINUTE'

/** Name of a limit that is not a setting. */
type FixedRate = 'PLACES_AT_HAND'

/**
 * Counts a call of a user. Handlers call this if only some of their requests count. Other handlers have {@link
 * LimitedPerUser}.
 * @throws Problem 429 when the user calls too often
 */
export async function countCall(
  calls: UserCallsRepository,
  { setting, perMinute, userId }: { setting: RateSetting | FixedRate; perMinute: number; userId: number },
): Promise<void> {
  const waitMs = await calls.take(setting, userId, perMinute)
  if (waitMs > 0) throw tooOften(waitMs)
}

/**
 * Returns the problem for a user who calls too often.
 * @param waitMs milliseconds until the user may call again
 */
export function tooOften(waitMs: number): Problem {
  const retryAfterS = Math.ceil(waitMs / 1_000)
  return new Problem('tooMany', problem('too-often-try-again-in', { seconds: retryAfterS }), { retryAfterS })
}

/**
 * Responds with 429 and `Retry-After` when a user calls too often. All calls of the user count together (G-31), from every
 * browser window and in every API process.
 */
@Injectable()
class UserRateGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly calls: UserCallsRepository,
    @Inject(API_CONFIGURATION) private readonly configuration: ApiConfiguration,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const setting = this.reflector.get<RateSetting>(USER_RATE, context.getHandler())
    const { caller } = context.switchToHttp().getRequest<AuthenticatedRequest>()
    if (!caller) throw new Error('a handler that is limited by user has no caller')
    await countCall(this.calls, { setting, perMinute: this.configuration[setting], userId: caller.userId })
    return true
  }
}

/** Limits the calls of each user to a handler, whatever their token and address. */
export const LimitedPerUser = (setting: RateSetting) => applyDecorators(SetMetadata(USER_RATE, setting), UseGuards(UserRateGuard))
