import type { CommandReplyEvent, TrackerEvent } from '@roadbook/contracts'
import type pg from 'pg'

/**
 * Maximum number of characters of a reply that are stored. Without a limit, a faulty tracker could fill the database.
 */
const MAX_ANSWER_CHARACTERS = 4_000

/** A tracker's reply to a command, with its tracker and time. */
export type Answer = TrackerEvent & CommandReplyEvent

// The gateway adds the command's id if it knows the id. If there is no id, another gateway sent the command and died. The
// reply then belongs to the tracker's command that was sent and has no reply yet. If there is no such command, the reply
// belongs to the command that was given up last, and shows that this command was executed after all. If the reply has a serial
// number, it must match that of the command.
const SETTLE = `WITH answered AS (
    SELECT c.id FROM device_commands c JOIN devices d ON d.id = c.device_id
    WHERE d.imei = $1 AND (c.state = 'sent' OR (c.state = 'failed' AND c.failure = 'no_answer'))
      AND CASE WHEN $3::bigint IS NOT NULL THEN c.id = $3
        ELSE (c.serial = $4 OR $4::int IS NULL)
          AND c.sent_at BETWEEN $2::timestamptz - interval '15 minutes' AND $2::timestamptz + interval '1 second' END
    ORDER BY c.state = 'sent' DESC, c.sent_at DESC LIMIT 1
    FOR UPDATE OF c
  ), settled AS (
    UPDATE device_commands c SET state = CASE WHEN $6 THEN 'failed' ELSE 'acknowledged' END,
      failure = CASE WHEN $6 THEN 'refused' END, failure_detail = NULL, reply = $5, replied_at = $2, ended_at = now()
    FROM answered WHERE c.id = answered.id
    RETURNING c.id, c.device_id, c.kind, c.state
  ), postponed AS (
    UPDATE device_commands u SET not_before = $2::timestamptz + interval '10 minutes'
    FROM settled s WHERE u.undo_of = s.id AND u.state = 'queued' AND s.state = 'acknowledged'
  ), needless AS (
    UPDATE device_commands u SET state = 'cancelled', ended_at = now()
    FROM settled s WHERE u.undo_of = s.id AND u.state = 'queued' AND s.state = 'failed'
  )
  SELECT EXISTS (
    SELECT 1 FROM device_commands q WHERE q.device_id = s.device_id AND q.state = 'queued' AND q.not_before <= now()
  ) AS more FROM settled s`

/**
 * Stores a reply with its command. A repeated or unexpected reply changes nothing.
 * @returns true if another command waits for this tracker
 */
export async function settleAnswer(pool: pg.Pool, answer: Answer): Promise<boolean> {
  const { imei, at, commandId, serial, isRefusal = false } = answer
  const text = answer.text.replaceAll('\0', '').slice(0, MAX_ANSWER_CHARACTERS)
  const values = [imei, new Date(at), commandId ?? null, serial ?? null, text, isRefusal]
  const { rows } = await pool.query<{ more: boolean }>(SETTLE, values)
  return rows[0]?.more ?? false
}
