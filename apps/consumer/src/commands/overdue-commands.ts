import type pg from 'pg'

// A sent command gets no reply if its gateway has died. Nobody then knows if the tracker received the command, so the command
// is not sent again. There is one exception: a command that ends an acknowledged locate, which has switched the tracker's
// Bluetooth on. It is queued up to 5 times in total, because otherwise Bluetooth stays on.
const SETTLE_OVERDUE = `WITH expired AS (
    UPDATE device_commands SET state = 'expired', ended_at = now() WHERE state = 'queued' AND expires_at <= now()
  ), silent AS (
    UPDATE device_commands SET state = 'failed', failure = 'no_answer', ended_at = now()
    WHERE state = 'sent' AND answer_by <= now()
    RETURNING device_id, entity_id, business_id, kind, undo_of
  ), again AS (
    INSERT INTO device_commands (device_id, entity_id, business_id, kind, undo_of, not_before, expires_at)
    SELECT s.device_id, s.entity_id, s.business_id, 'undo', s.undo_of, now() + interval '1 minute', now() + interval '30 days'
    FROM silent s JOIN device_commands locate ON locate.id = s.undo_of AND locate.state = 'acknowledged'
    WHERE (SELECT count(*) FROM device_commands u WHERE u.undo_of = s.undo_of) < 5
    ON CONFLICT DO NOTHING
  )
  SELECT d.imei FROM silent s JOIN devices d ON d.id = s.device_id
  WHERE EXISTS (SELECT 1 FROM device_commands q WHERE q.device_id = s.device_id AND q.state = 'queued' AND q.not_before <= now())`

const NEXT = `SELECT floor(1000 * extract(epoch FROM least(
    (SELECT min(expires_at) FROM device_commands WHERE state = 'queued'),
    (SELECT min(answer_by) FROM device_commands WHERE state = 'sent')) - now()))::float8 AS ms`

/**
 * Ends queued commands that expired before they were sent, and sent commands that got no reply in time. Several consumer
 * processes may do this at the same time.
 * @param notify receives the trackers whose next command may be sent now
 * @returns milliseconds until another command is overdue. Null if no command is queued or sent
 */
export async function settleOverdue(pool: pg.Pool, notify: (imeis: string[]) => Promise<void>): Promise<number | null> {
  const { rows } = await pool.query<{ imei: string }>(SETTLE_OVERDUE)
  await notify(rows.map(({ imei }) => imei))
  return (await pool.query<{ ms: number | null }>(NEXT)).rows[0]?.ms ?? null
}
