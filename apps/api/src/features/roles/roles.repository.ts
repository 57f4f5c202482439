import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'

export interface RoleRow {
  id: number
  key: string
  name: string
  permissions: string[]
  users: number
}

/**
 * Roles. They are the same for every caller, but the number of users of a role counts only users of the caller's businesses.
 */
@Injectable()
export class RolesRepository {
  findAll(transaction: ScopedTransaction): Promise<RoleRow[]> {
    return transaction.rows<RoleRow>(sql`SELECT r.id, r.key, r.name,
        ARRAY(SELECT permission FROM role_permissions WHERE role_id = r.id ORDER BY 1) AS permissions,
        coalesce(counted.users, 0) AS users
      FROM roles r
      LEFT JOIN (
        SELECT u.role_id, count(*) AS users FROM users u
        WHERE u.deleted_at IS NULL AND ${transaction.within(sql`u.business_id`)} GROUP BY u.role_id
      ) counted ON counted.role_id = r.id
      ORDER BY r.id`)
  }

  async setPermissions(transaction: ScopedTransaction, roleId: number, permissions: readonly string[]): Promise<void> {
    const wanted = sql`${[...permissions]}::text[]`
    await transaction.rows(sql`DELETE FROM role_permissions WHERE role_id = ${roleId} AND permission <> ALL (${wanted})`)
    await transaction.rows(sql`INSERT INTO role_permissions (role_id, permission) SELECT ${roleId}, unnest(${wanted})
      ON CONFLICT DO NOTHING`)
  }
}
