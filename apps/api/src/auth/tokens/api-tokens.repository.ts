import { Inject, Injectable } from '@nestjs/common'
import type pg from 'pg'
import { API_POOL } from '../../configuration.js'
import { sql } from '../../database/sql.js'
import type { RequestOrigin } from '../../http/request-origin.js'
import type { TokenScope } from './token-scope.js'

/**
 * Records the use of API tokens. Like {@link import('../callers.repository.js').CallersRepository}, it queries before there is a
 * tenant.
 */
@Injectable()
export class ApiTokensRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /**
   * Records the use of a token and returns the token's scope. The first use from an address is written to the audit log (S30).
   * @param from absent when the address is unknown
   */
  async use(id: number, from?: RequestOrigin): Promise<TokenScope> {
    const address = from?.remoteAddress ?? null
    const { rows } = await this.pool.query<{ scope: TokenScope; is_known: boolean; is_last: boolean }>(
      sql`SELECT k.scope, k.last_used_from IS NOT DISTINCT FROM ${address}::text AS is_last, EXISTS (
          SELECT 1 FROM api_token_addresses a WHERE a.token_id = k.id AND a.address = ${address}
        ) AS is_known FROM api_tokens k WHERE k.id = ${id}`.toQuery(),
    )
    const [token] = rows
    if (!token) return 'read'
    if (from && !token.is_known) await this.noteAddress(id, from)
    if (from && !token.is_last) {
      await this.pool.query(sql`UPDATE api_tokens SET last_used_from = ${address} WHERE id = ${id}`.toQuery())
    }
    return token.scope
  }

  private async noteAddress(id: number, { remoteAddress, requestId }: RequestOrigin): Promise<void> {
    await this.pool.query(
      sql`WITH first AS (
          INSERT INTO api_token_addresses (token_id, address) VALUES (${id}, ${remoteAddress}) ON CONFLICT DO NOTHING
          RETURNING token_id
        )
        INSERT INTO audit_log (user_id, actor, business_id, action, object_type, object_id, before, after, token_id,
          remote_address, request_id)
        SELECT u.id, u.first_name || ' ' || u.last_name, u.business_id, 'token.use', 'token', k.id::text, '{}',
          jsonb_build_object('address', ${remoteAddress}::text), k.id, ${remoteAddress}, ${requestId}
        FROM first JOIN api_tokens k ON k.id = first.token_id JOIN users u ON u.id = k.user_id`.toQuery(),
    )
  }
}
