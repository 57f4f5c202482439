import type { SecondFactorPolicy } from '@roadbook/contracts/second-factor'
import type { Queryable } from '../accounts.js'

export { SECOND_FACTOR_POLICIES, type SecondFactorPolicy } from '@roadbook/contracts/second-factor'

/** Returns whether this account must have a second step. This is checked at every sign-in, because roles change. */
export async function requiresSecondFactor(pool: Queryable, policy: SecondFactorPolicy, accountId: string): Promise<boolean> {
  if (policy !== 'required-for-super-admin') return policy === 'required'
  const { rowCount } = await pool.query(
    `SELECT 1 FROM identity.accounts a
     JOIN users u ON u.deleted_at IS NULL AND (u.subject = a.id::text OR (u.subject IS NULL AND lower(u.email) = a.email))
     JOIN roles r ON r.id = u.role_id AND r.key = 'super-admin'
     WHERE a.id = $1 LIMIT 1`,
    [accountId],
  )
  return rowCount === 1
}
