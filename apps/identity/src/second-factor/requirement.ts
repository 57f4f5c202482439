import type { Queryable } from '../accounts.js'

/** For whom the second step is not a choice. */
export const SECOND_FACTOR_POLICIES = ['required-for-super-admin', 'required', 'optional'] as const
export type SecondFactorPolicy = (typeof SECOND_FACTOR_POLICIES)[number]

/** Whether this account must have a second step. Asked at every sign-in, because roles change. */
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
