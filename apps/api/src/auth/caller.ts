import { createParamDecorator, type ExecutionContext } from '@nestjs/common'
import type { FastifyRequest } from 'fastify'
import type { Locale } from '../texts/locale.js'
import type { TenantScope } from '../database/tenant-scope.js'
import type { UsedToken } from './tokens/token-scope.js'

/** The user who makes a request, with their current rights. */
export interface Caller {
  userId: number
  /** Null for a super admin, who belongs to no business. */
  businessId: number | null
  email: string
  /** Language of texts for the user. */
  locale: Locale
  roleKey: string
  roleName: string
  permissions: ReadonlySet<string>
  scope: TenantScope
  /** Id of the session at the identity provider; absent for an API token, and when the provider's tokens do not contain it. */
  sessionId?: string
  /** The API token of the request with its scope; absent for an access token. */
  apiToken?: UsedToken
  /** Set while the user views the portal as another role. */
  viewing?: Viewing
}

/** The user who views the portal as another role. */
export interface Viewing {
  /** The user with their own rights. */
  by: Caller
  /** The user's name. */
  actor: string
  /** Name of the business that the role belongs to; null for a super admin. */
  businessName: string | null
}

/** A caller, with the data of their token. */
export interface Authentication {
  caller: Caller
  /** Expiry of the token in milliseconds since 1970 UTC; absent for an API token. */
  expiresAt?: number
  /** Issue time of the token in milliseconds since 1970 UTC. */
  issuedAt?: number
  /** Id of the API token; absent for an access token. */
  apiTokenId?: number
}

export type AuthenticatedRequest = FastifyRequest & { authentication?: Authentication; caller?: Caller }

/** A socket of the live channel. It has no caller until the client authenticates. */
export interface AuthenticatedSocket {
  session: { caller?: Caller }
}

/** @throws Error for a public handler */
export function callerOf({ caller }: AuthenticatedRequest): Caller {
  if (!caller) throw new Error('a public handler asked for its caller')
  return caller
}

/** Injects the caller into a handler that is not public. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context.switchToHttp().getRequest<AuthenticatedRequest>()),
)
