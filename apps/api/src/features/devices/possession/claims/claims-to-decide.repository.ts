import type { ScopedTransaction } from '../../../../database/scoped-transaction.js'
import { sql } from '../../../../database/sql.js'

/** Claims of IMEIs whose tracker answered, or somebody in its name: they wait for a super admin, and are nobody else's to know of. */
export async function countClaimsToDecide(transaction: ScopedTransaction): Promise<number> {
  const row = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count FROM device_claims c
    WHERE ${transaction.scope === 'all'}::boolean AND c.state = 'waiting'
      AND EXISTS (SELECT FROM device_challenges s WHERE s.claim_id = c.id AND s.outcome = 'shown')`)
  return row?.count ?? 0
}
