import { Inject, Injectable } from '@nestjs/common'
import type { Logger } from '@roadbook/platform'
import { API_LOGGER } from '../configuration.js'
import type { RequestOrigin } from '../http/request-origin.js'
import { scopeOf } from './access.js'
import { AccessTokenVerifier } from './tokens/access-token-verifier.js'
import { ApiTokensRepository } from './tokens/api-tokens.repository.js'
import { isApiToken, MAX_TOKEN_LENGTH, tokenHash, unauthenticated } from './tokens/bearer-token.js'
import type { Authentication, Caller } from './caller.js'
import { throughToken } from './tokens/token-scope.js'
import { type AuthenticatedUserRow, CallersRepository } from './callers.repository.js'

/** Authentication data from which the caller can be read again. */
export type PresentAuthentication = Omit<Authentication, 'caller'> & { caller: Pick<Caller, 'userId' | 'sessionId'> }

const MINUTE_MS = 60_000

/** Finds the caller of a bearer token with their current rights. Nothing about a user is kept between requests. */
@Injectable()
export class AuthenticationService {
  constructor(
    private readonly tokens: AccessTokenVerifier,
    private readonly users: CallersRepository,
    private readonly apiTokens: ApiTokensRepository,
    @Inject(API_LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Authenticates a token of either kind, for code that no guard protects.
   * @throws Problem 401 when the token is not valid or its user is gone; 503 when the issuer's keys are unavailable
   */
  async authenticate(token: string): Promise<Authentication> {
    if (token.length > MAX_TOKEN_LENGTH) throw unauthenticated()
    return isApiToken(token) ? this.ofApiToken(token) : this.ofAccessToken(token)
  }

  /**
   * @param from origin of the request, if known
   * @throws Problem 401 when the token is not valid or its user is gone
   */
  async ofApiToken(token: string, from?: RequestOrigin): Promise<Authentication> {
    const user = await this.users.findByTokenHash(tokenHash(token))
    const caller = this.toCaller(user)
    const id = user?.token_id ?? 0
    return { caller: throughToken(caller, { id, scope: await this.apiTokens.use(id, from) }), apiTokenId: id }
  }

  /**
   * @param from origin of the request, if known
   * @throws Problem 401 when the token is not valid or its user is gone; 503 when the issuer's keys are unavailable
   */
  async ofAccessToken(token: string, from?: RequestOrigin): Promise<Authentication> {
    const identity = await this.tokens.verify(token)
    let user = await this.users.findByIdentity(identity)
    if (!user) {
      // Search again even when this call linked no account, because a parallel request of the same page may have linked the
      // account.
      await this.users.link(identity, from)
      user = await this.users.findByIdentity(identity)
    }
    const { expiresAt, issuedAt, sessionId } = identity
    const caller = this.toCaller(user && acceptsTokenOf(issuedAt, user) ? user : undefined)
    return { caller: inSession(caller, sessionId), expiresAt, issuedAt }
  }

  /**
   * Returns the callers of earlier authentications with their current rights, in the same order. An entry is undefined when
   * the user is gone, the session was ended, the API token was revoked or has expired, or a new password invalidated the
   * access token. Runs three queries: one for all users, one for all API tokens and one for all sessions.
   */
  async presentCallers(authentications: readonly PresentAuthentication[]): Promise<(Caller | undefined)[]> {
    const users = await this.users.findPresent(authentications.map(({ caller }) => caller.userId))
    const tokens = await this.users.findUsableTokens(authentications.flatMap(({ apiTokenId }) => apiTokenId ?? []))
    const ended = await this.users.findEndedSessions(authentications.flatMap(({ caller }) => caller.sessionId ?? []))
    return authentications.map(({ caller: { userId, sessionId }, apiTokenId, issuedAt }) => {
      const user = users.get(userId)
      if (!user || (sessionId !== undefined && ended.has(sessionId))) return undefined
      const isGood = apiTokenId === undefined ? acceptsTokenOf(issuedAt ?? 0, user) : tokens.has(apiTokenId)
      return isGood ? inSession(callerOf(user), sessionId) : undefined
    })
  }

  private toCaller(user: AuthenticatedUserRow | undefined): Caller {
    if (!user) throw unauthenticated()
    this.touch(user)
    return callerOf(user)
  }

  /** Records in the background when the user was last seen. A failure does not fail the request. */
  private touch(user: AuthenticatedUserRow): void {
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS
    const isFresh = (at: Date | null) => at !== null && at.getTime() >= minute
    if (isFresh(user.last_seen_at) && (user.token_id === null || isFresh(user.token_used_at))) return
    this.users.touch(user).catch((error: unknown) => this.logger.warn({ err: error }, 'could not note when a user was last seen'))
  }
}

/**
 * Returns whether an access token that was issued at this time, in milliseconds since 1970 UTC, is still accepted. A new
 * password invalidates tokens that were issued before it (S8).
 */
const acceptsTokenOf = (issuedAt: number, { tokens_valid_from: from }: AuthenticatedUserRow) =>
  from === null || issuedAt >= from.getTime()

const callerOf = (user: AuthenticatedUserRow): Caller => ({
  userId: user.id,
  businessId: user.business_id,
  email: user.email,
  locale: user.locale,
  roleKey: user.role_key,
  roleName: user.role_name,
  permissions: new Set(user.permissions),
  scope: scopeOf(user.role_key, user.business_ids),
})

const inSession = (caller: Caller, sessionId: string | undefined): Caller =>
  sessionId === undefined ? caller : { ...caller, sessionId }
