import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import type { Locale } from '../texts/locale.js'
import type { TenantScope } from '../database/tenant-scope.js'
import type { UsedToken } from './tokens/token-scope.js'

/** Who makes a request, with the rights that they have at this moment. */
export interface Caller {
  userId: number
  /** Null for a super admin, who belongs to no business. */
  businessId: number | null
  email: string
  /** Language of what is written for them. */
  locale: Locale
  roleKey: string
  roleName: string
  permissions: ReadonlySet<string>
  scope: TenantScope
  /** Of the session at the identity provider; absent for an API token, and where the provider's tokens do not name it. */
  sessionId?: string
  /** The API token that was used, and what it is for; absent for somebody who signed in. */
  apiToken?: UsedToken
  /** Present while somebody looks at the portal as another role does. */
  viewing?: Viewing
}

/** Who looks through a caller's eyes. */
export interface Viewing {
  /** The viewer with their own rights. */
  by: Caller
  /** The viewer's name. */
  actor: string
  /** Of the business in which the role is held; null for a super admin. */
  businessName: string | null
}

/** A caller, and what their token says of itself. */
export interface Authentication {
  caller: Caller
  /** When the token ends, milliseconds since 1970 UTC; absent for an API token. */
  expiresAt?: number
  /** When the token was issued, likewise. */
  issuedAt?: number
  /** The id of the API token; absent for an access token. */
  apiTokenId?: number
}

export type AuthenticatedRequest = FastifyRequest & { authentication?: Authentication; caller?: Caller }

/** A socket of the live channel; without a caller nobody has signed in on it. */
export interface AuthenticatedSocket {
  session: { caller?: Caller }
}

/** @throws Error for a handler that is public */
export function callerOf({ caller }: AuthenticatedRequest): Caller {
  if (!caller) throw new Error('a public handler asked for its caller')
  return caller
}

/** The caller of a handler that is not public. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<AuthenticatedRequest>()),
)
