import { ADVISORY_LOCKS } from '@roadbook/platform'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { sql } from '../database/sql.js'

/** A user's current business and rights. */
interface RightsRow {
  business_id: number | null
  role_key: string
  permissions: string[]
}

/** Waits until no other transaction changes rights, then locks rights until the transaction ends. */
export async function waitForRights(transaction: ScopedTransaction): Promise<void> {
  await transaction.rows(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.rights})`)
}

/** Finds a user's rights; undefined when the user is gone. */
export const findRights = (transaction: ScopedTransaction, userId: number): Promise<RightsRow | undefined> =>
  transaction.row<RightsRow>(sql`SELECT u.business_id, r.key AS role_key, ARRAY(
      SELECT permission FROM role_permissions WHERE role_id = r.id
      UNION SELECT permission FROM user_permissions WHERE user_id = u.id
    ) AS permissions
    FROM users u JOIN roles r ON r.id = u.role_id WHERE u.id = ${userId} AND u.deleted_at IS NULL`)
