import type { ScopedTransaction } from '../../../../database/scoped-transaction.js'
import { sql } from '../../../../database/sql.js'

/**
 * Counts claims with a challenge that the tracker, or a sender using its IMEI, answered. These claims wait for a super admin.
 * Other users are not allowed to know of them.
 */
export async function countClaimsToDecide(transaction: ScopedTransaction): Promise<number> {
  const row = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count FROM device_claims c
    WHERE ${transaction.scope === 'all'}::boolean AND c.state = 'waiting'
      AND EXISTS (SELECT FROM device_challenges s WHERE s.claim_id = c.id AND s.outcome = 'shown')`)
  return row?.count ?? 0
}
