import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import { type Sql, sql } from '../database/sql.js'
import type { RequestOrigin } from '../http/request-origin.js'
import type { Locale } from '../texts/locale.js'
import type { Identity } from './tokens/access-token-verifier.js'

/** A user with the data that authentication needs. */
export interface AuthenticatedUserRow {
  id: number
  business_id: number | null
  email: string
  locale: Locale
  role_key: string
  role_name: string
  permissions: string[]
  /** Ids of the user's own business and all businesses below it. */
  business_ids: number[]
  last_seen_at: Date | null
  /** Access tokens issued before this time are invalid; null when there is no such time. */
  tokens_valid_from: Date | null
  /** Id of the API token that the query searched by; null without an API token. */
  token_id: number | null
  token_used_at: Date | null
}

/** A role to view the portal as. */
interface ViewedRoleRow {
  key: string
  name: string
  permissions: string[]
  /** Name of the user who views. */
  viewer: string
}

const NO_TOKEN = sql`NULL::int, NULL::timestamptz`
const USABLE_TOKEN = sql`k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`

/** Finds callers. Its queries run before the tenant is known, so they do not use the database role of requests. */
@Injectable()
export class CallersRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /** Finds a user by their identity in an access token, unless the token's session was ended. */
  async findByIdentity({ issuer, subject, sessionId }: Identity): Promise<AuthenticatedUserRow | undefined> {
    const condition = sql`u.issuer = ${issuer} AND u.subject = ${subject}
      AND NOT EXISTS (SELECT 1 FROM ended_sessions e WHERE e.session_id = ${sessionId ?? null})`
    return (await this.find('caller-by-identity', sql`FROM users u`, condition, NO_TOKEN))[0]
  }

  /** Returns the users that still exist, by id. */
  async findPresent(ids: readonly number[]): Promise<Map<number, AuthenticatedUserRow>> {
    const condition = sql`u.id = ANY (${[...new Set(ids)]}::int[])`
    const users = await this.find('callers-by-id', sql`FROM users u`, condition, NO_TOKEN)
    return new Map(users.map((user) => [user.id, user]))
  }

  /** Returns the API tokens that are neither revoked nor expired. */
  async findUsableTokens(ids: readonly number[]): Promise<Set<number>> {
    if (ids.length === 0) return new Set()
    const { rows } = await this.pool.query<{ id: number }>(
      sql`SELECT k.id FROM api_tokens k WHERE k.id = ANY (${[...ids]}::int[]) AND ${USABLE_TOKEN}`.toQuery(),
    )
    return new Set(rows.map(({ id }) => id))
  }

  /** Returns the sessions that were ended. */
  async findEndedSessions(ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set()
    const { rows } = await this.pool.query<{ session_id: string }>(
      sql`SELECT session_id FROM ended_sessions WHERE session_id = ANY (${[...new Set(ids)]}::text[])`.toQuery(),
    )
    return new Set(rows.map(({ session_id }) => session_id))
  }

  /** Finds the user of an API token by its hash, unless the token is revoked or expired. */
  async findByTokenHash(hash: Buffer): Promise<AuthenticatedUserRow | undefined> {
    const condition = sql`k.secret_hash = ${hash} AND ${USABLE_TOKEN}`
    const from = sql`FROM api_tokens k JOIN users u ON u.id = k.user_id`
    return (await this.find('caller-by-token', from, condition, sql`k.id, k.last_used_at`))[0]
  }

  async findRole(userId: number, roleKey: string): Promise<ViewedRoleRow | undefined> {
    const { rows } = await this.pool.query<ViewedRoleRow>(
      sql`SELECT r.key, r.name, ARRAY(SELECT permission FROM role_permissions WHERE role_id = r.id ORDER BY 1) AS permissions,
          (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = ${userId}) AS viewer
        FROM roles r WHERE r.key = ${roleKey}`.toQuery(),
    )
    return rows[0]
  }

  /** Returns a business and all below it, regardless of the caller. */
  async findBelow(businessId: number): Promise<{ id: number; name: string }[]> {
    const { rows } = await this.pool.query<{ id: number; name: string }>(
      sql`SELECT b.id, b.name FROM businesses b WHERE b.path @> ARRAY[${businessId}::int]`.toQuery(),
    )
    return rows
  }

  /**
   * Links an account at its first sign-in to the user who has the same e-mail address. The address must be verified, and the
   * user must not be linked yet.
   */
  async link({ issuer, subject, verifiedEmail }: Identity, from?: RequestOrigin): Promise<void> {
    if (!verifiedEmail) return
    await this.pool.query(
      sql`WITH linked AS (
          UPDATE users SET issuer = ${issuer}, subject = ${subject}, updated_at = now()
          WHERE lower(email) = lower(${verifiedEmail}) AND subject IS NULL AND deleted_at IS NULL
          RETURNING id, business_id, first_name || ' ' || last_name AS name
        )
        INSERT INTO audit_log (user_id, actor, business_id, action, object_type, object_id, before, after, remote_address,
          request_id)
        SELECT id, name, business_id, 'user.first-sign-in', 'user', id::text, '{}', jsonb_build_object('issuer', ${issuer}::text),
          ${from?.remoteAddress ?? null}, ${from?.requestId ?? null} FROM linked`.toQuery(),
    )
  }

  /**
   * Updates the time when the user or API token was last used. The time is rounded down to the minute, so
   * that it is written at most once a minute.
   */
  async touch(user: AuthenticatedUserRow): Promise<void> {
    await this.pool.query(
      sql`UPDATE users SET last_seen_at = date_trunc('minute', now())
        WHERE id = ${user.id} AND (last_seen_at IS NULL OR last_seen_at < date_trunc('minute', now()))`.toQuery(),
    )
    if (user.token_id === null) return
    await this.pool.query(
      sql`UPDATE api_tokens SET last_used_at = date_trunc('minute', now())
        WHERE id = ${user.token_id} AND (last_used_at IS NULL OR last_used_at < date_trunc('minute', now()))`.toQuery(),
    )
  }

  /**
   * Runs the query of every request. The query is a named statement, because parsing and planning take most of the time, and a
   * connection parses and plans a named statement only once.
   */
  private async find(name: string, from: Sql, condition: Sql, token: Sql): Promise<AuthenticatedUserRow[]> {
    const { rows } = await this.pool.query<AuthenticatedUserRow>({
      name,
      ...sql`WITH found AS (
          SELECT u.id, u.business_id, u.email, u.locale, u.role_id, u.last_seen_at, u.tokens_valid_from, ${token} ${from}
          WHERE ${condition} AND u.deleted_at IS NULL
        )
        SELECT f.id, f.business_id, f.email, f.locale, f.last_seen_at, f.tokens_valid_from, f.token_id, f.token_used_at,
          r.key AS role_key, r.name AS role_name,
          ARRAY(
            SELECT permission FROM role_permissions WHERE role_id = r.id
            UNION SELECT permission FROM user_permissions WHERE user_id = f.id
            ORDER BY 1
          ) AS permissions,
          ARRAY(SELECT b.id FROM businesses b WHERE b.path @> ARRAY[f.business_id] ORDER BY b.id) AS business_ids
        FROM found f (id, business_id, email, locale, role_id, last_seen_at, tokens_valid_from, token_id, token_used_at)
        JOIN roles r ON r.id = f.role_id`.toQuery(),
    })
    return rows
  }
}
