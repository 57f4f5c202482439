import type { Queryable } from './accounts.js'

/** What people do at the sign-in pages that the audit log tells of. */
export type AccountEvent =
  | 'user.sign-in'
  | 'user.sign-in-refused'
  | 'account.password-change'
  | 'account.password-forgotten'
  | 'account.second-factor-on'
  | 'account.second-factor-off'
  | 'account.recovery-codes'

/** Writes into the audit log what somebody did with their account. An account that is no user of ours leaves no entry. */
export async function recordEvent(
  pool: Queryable,
  accountId: string,
  action: AccountEvent,
  { address, after = {} }: { address: string; after?: Record<string, unknown> },
): Promise<void> {
  await pool.query(
    `INSERT INTO audit_log (user_id, actor, business_id, action, object_type, object_id, before, after, remote_address)
     SELECT id, first_name || ' ' || last_name, business_id, $2, 'user', id::text, '{}', $3::jsonb, $4
     FROM users WHERE subject = $1`,
    [accountId, action, JSON.stringify(after), address],
  )
}
