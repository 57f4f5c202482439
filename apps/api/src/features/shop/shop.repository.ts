import { Inject, Injectable } from '@nestjs/common'
import type { Permission } from '@roadbook/contracts'
import type pg from 'pg'
import { API_POOL } from '../../configuration.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { SHOP_CODE_LIFETIME_S } from './shop-code.js'
import type { ShopVisitorRow } from './shop.row.js'

/**
 * One-time codes for the shop, stored by hash. A code is added in the caller's transaction. A code is found and removed with
 * the database role that owns the tables, because the shop has no tenant.
 */
@Injectable()
export class ShopRepository {
  constructor(@Inject(API_POOL) private readonly pool: pg.Pool) {}

  /**
   * Adds a code. Returns the time when it expires. The time is from the database's clock, which later also decides whether the
   * code has expired.
   */
  async add(transaction: ScopedTransaction, userId: number, codeHash: Buffer): Promise<Date> {
    const made = await transaction.row<{ expires_at: Date }>(sql`WITH moment AS (
        SELECT now() + make_interval(secs => ${SHOP_CODE_LIFETIME_S}) AS expires_at
      ), made AS (
        INSERT INTO shop_codes (code_hash, user_id, expires_at) SELECT ${codeHash}, ${userId}, expires_at FROM moment
      )
      SELECT expires_at FROM moment`)
    if (!made) throw new Error('the database did not say when a code ends')
    return made.expires_at
  }

  async removeExpired(): Promise<void> {
    await this.pool.query(sql`DELETE FROM shop_codes WHERE expires_at <= now()`.toQuery())
  }

  /**
   * Exchanges a code for its user and removes the code. Returns undefined when the code is unknown, used or expired, or when
   * its user was deleted or lost the permission. If several calls use a code at the same time, only one gets the user.
   */
  async use(codeHash: Buffer, permission: Permission): Promise<ShopVisitorRow | undefined> {
    const { rows } = await this.pool.query<ShopVisitorRow>(
      sql`WITH used AS (
          UPDATE shop_codes SET used_at = now()
          WHERE code_hash = ${codeHash} AND used_at IS NULL AND expires_at > now()
          RETURNING user_id
        )
        SELECT u.id, u.email, u.first_name, u.last_name, r.name AS role, b.id AS business_id, b.name AS business_name
        FROM used
        JOIN users u ON u.id = used.user_id AND u.deleted_at IS NULL
        JOIN roles r ON r.id = u.role_id
        LEFT JOIN businesses b ON b.id = u.business_id
        WHERE EXISTS (SELECT 1 FROM role_permissions p WHERE p.role_id = u.role_id AND p.permission = ${permission})
          OR EXISTS (SELECT 1 FROM user_permissions p WHERE p.user_id = u.id AND p.permission = ${permission})`.toQuery(),
    )
    return rows[0]
  }
}
