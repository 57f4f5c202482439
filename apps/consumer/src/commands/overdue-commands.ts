import type pg from 'pg'

// A command whose gateway died is among the silent ones: nobody knows whether it was written, so it is never sent again.
// What takes a locate back is asked for again where the tracker does answer as a rule: else Bluetooth stays on.
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

/**
 * Ends what nobody took in time and what was not answered in time. Several consumers may do it at once.
 * @returns the trackers for which the next command may be sent now.
 */
export async function settleOverdue(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ imei: string }>(SETTLE_OVERDUE)
  return rows.map(({ imei }) => imei)
}
