import { applyDecorators, SetMetadata } from '@nestjs/common'
import { ApiBearerAuth, ApiExtension } from '@nestjs/swagger'
import type { Permission } from '@roadbook/contracts'
import { AnswersProblems } from '../http/answers.decorator.js'

/** Access rule of a handler. Every handler declares an access rule. The API does not start if a handler has none. */
export type AccessRule =
  | { kind: 'public' }
  | { kind: 'signed-in' }
  /** The caller needs at least one of these permissions. */
  | { kind: 'permission'; anyOf: readonly Permission[] }

export const ACCESS_RULE = 'roadbook:access-rule'

/** Requires the permission. When several are named, one of them is enough. */
export const RequirePermission = (...anyOf: [Permission, ...Permission[]]) =>
  applyDecorators(
    SetMetadata(ACCESS_RULE, { kind: 'permission', anyOf } satisfies AccessRule),
    ApiBearerAuth(),
    ApiExtension('x-permissions', anyOf),
    AnswersProblems(401, 403, 429, 503),
  )

/** Allows any signed-in user, whatever their permissions. */
export const SignedIn = () =>
  applyDecorators(
    SetMetadata(ACCESS_RULE, { kind: 'signed-in' } satisfies AccessRule),
    ApiBearerAuth(),
    AnswersProblems(401, 429, 503),
  )

/** Allows requests without a sign-in. */
export const Public = () => SetMetadata(ACCESS_RULE, { kind: 'public' } satisfies AccessRule)
