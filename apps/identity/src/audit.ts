import type { Queryable } from './accounts.js'

/** Actions on the sign-in pages that the audit log records. */
export type AccountEvent =
  | 'user.sign-in'
  | 'user.sign-in-refused'
  | 'account.password-change'
  | 'account.password-forgotten'
  | 'account.second-factor-on'
  | 'account.second-factor-off'
  | 'account.recovery-codes'

/** Records an action on a user's account in the audit log. An account without a user gets no entry. */
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
