import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { ALERTS_FROM, seenAlerts } from '../inbox/alert-list.js'

/**
 * Returns the number shown at the portal's bell. It counts the open alerts of which the caller was notified by the bell, as
 * far as the caller is allowed to see them now.
 */
export async function countRung(transaction: ScopedTransaction, caller: Caller): Promise<number> {
  const row = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count ${ALERTS_FROM}
    WHERE a.id IN (SELECT t.alert_id FROM alert_tellings t WHERE t.user_id = ${caller.userId} AND t.bell_at <= now())
      AND a.withdrawn_at IS NULL AND a.acknowledged_at IS NULL AND coalesce(a.snoozed_until, 'epoch') <= now()
      AND ${seenAlerts(transaction, caller)}`)
  return row?.count ?? 0
}

/** Returns the number of open alerts. The inbox filtered by `open` has the same number. */
export async function countOpen(transaction: ScopedTransaction, caller: Caller): Promise<number> {
  const row = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count ${ALERTS_FROM}
    WHERE a.withdrawn_at IS NULL AND a.acknowledged_at IS NULL AND coalesce(a.snoozed_until, 'epoch') <= now()
      AND ${seenAlerts(transaction, caller)}`)
  return row?.count ?? 0
}
