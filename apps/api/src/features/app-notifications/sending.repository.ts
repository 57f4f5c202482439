import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { PushAddress, PushOutcome } from '../../push/index.js'
import { RESULTS } from './app-notifications.repository.js'
import { consumersOf } from './audience-sql.js'
import type { ToldRecipientsDto } from './dto/app-notification.dto.js'
import type { PushKind } from './dto/push-registration.dto.js'

/** Message for one device. */
export interface Delivery {
  id: number
  registration_id: number | null
  kind: PushKind
  address: PushAddress | null
  attempts: number
  is_copy: boolean
}

/** Result of a delivery. */
export interface Result {
  id: number
  outcome: PushOutcome
  /** Seconds until the next attempt; null if there is no further attempt. */
  againInS: number | null
}

const FORGOTTEN_AT_ONCE = 200

/** Time for which deliveries are claimed. Sending a batch always takes less time. */
const CLAIM = sql`interval '5 minutes'`

/** Statements of the notification sender. They have the scope `all`, because the sender serves every business. */
@Injectable()
export class SendingRepository {
  /**
   * Finds notifications that are due. Also finds notifications in progress that have a message to send now, or no message left
   * to send.
   */
  async findDue(transaction: ScopedTransaction): Promise<number[]> {
    const rows = await transaction.rows<{ id: number }>(sql`SELECT n.id FROM app_notifications n
      WHERE n.state = 'planned' AND n.planned_at <= now()
        OR n.state = 'sending' AND (NOT EXISTS (SELECT 1 FROM app_notification_recipients r
            WHERE r.notification_id = n.id AND r.state = 'waiting')
          OR EXISTS (SELECT 1 FROM app_notification_recipients r WHERE r.notification_id = n.id AND r.state = 'waiting'
            AND r.next_attempt_at <= now() AND (r.claimed_until IS NULL OR r.claimed_until <= now())))
      ORDER BY n.planned_at, n.id LIMIT 500`)
    return rows.map((row) => row.id)
  }

  /**
   * Starts a due notification and decides its recipients once. The recipients are the selected consumers, the devices of the
   * author, and the devices of users at the sending business.
   */
  async begin(transaction: ScopedTransaction, id: number): Promise<void> {
    const due = await transaction.row<{ business_id: number; audience: ToldRecipientsDto }>(sql`UPDATE app_notifications n
      SET state = 'sending', sending_at = now(), updated_at = clock_timestamp()
      WHERE n.id = ${id} AND n.state = 'planned' AND n.planned_at <= now() RETURNING n.business_id, n.audience`)
    if (!due) return
    await transaction.rows(sql`INSERT INTO app_notification_recipients
        (notification_id, consumer_id, registration_id, kind, state, ended_at)
      SELECT ${id}, meant.id, p.id, p.kind, CASE WHEN p.id IS NULL THEN 'no-device' ELSE 'waiting' END,
        CASE WHEN p.id IS NULL THEN now() END
      FROM (${consumersOf(transaction, due.business_id, due.audience)}) meant
      LEFT JOIN push_registrations p ON p.consumer_id = meant.id ORDER BY meant.id, p.id`)
    await transaction.rows(sql`INSERT INTO app_notification_recipients (notification_id, user_id, registration_id, kind, state)
      SELECT n.id, u.id, p.id, p.kind, 'waiting' FROM app_notifications n
      JOIN users u ON u.deleted_at IS NULL AND (u.business_id = n.business_id OR u.id = n.created_by)
      JOIN push_registrations p ON p.user_id = u.id WHERE n.id = ${id} ORDER BY u.id, p.id`)
  }

  /** Claims some due deliveries before sending. For the duration of the claim, other processes skip them. */
  claim(transaction: ScopedTransaction, id: number, limit: number): Promise<(Delivery & Record<string, unknown>)[]> {
    return transaction.rows(sql`UPDATE app_notification_recipients r
      SET attempts = r.attempts + 1, claimed_until = now() + ${CLAIM}
      FROM (
        SELECT d.id, p.address FROM app_notification_recipients d
        LEFT JOIN push_registrations p ON p.id = d.registration_id
        WHERE d.notification_id = ${id} AND d.state = 'waiting' AND d.next_attempt_at <= now()
          AND (d.claimed_until IS NULL OR d.claimed_until <= now())
        ORDER BY d.next_attempt_at, d.id LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
      ) due
      WHERE r.id = due.id
      RETURNING r.id, r.registration_id, r.kind, due.address, r.attempts, r.user_id IS NOT NULL AS is_copy`)
  }

  /** Stores results, and deletes devices that no longer exist. */
  async settle(transaction: ScopedTransaction, results: readonly Result[]): Promise<void> {
    const settled = results.map(({ id, outcome, againInS }) => ({
      id,
      state: outcome.kind === 'sent' ? 'sent' : againInS === null ? 'failed' : 'waiting',
      reason: outcome.kind === 'sent' ? null : outcome.reason.stored(),
      again_in_s: againInS,
      is_gone: outcome.kind === 'gone',
    }))
    await transaction.rows(sql`
      WITH settled AS (
        SELECT * FROM jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
          AS s (id bigint, state text, reason jsonb, again_in_s int, is_gone boolean)
      ), gone AS (
        DELETE FROM push_registrations p USING settled s, app_notification_recipients r
        WHERE s.is_gone AND r.id = s.id AND p.id = r.registration_id
      )
      UPDATE app_notification_recipients r SET state = s.state, reason = s.reason, claimed_until = NULL,
        next_attempt_at = CASE WHEN s.again_in_s IS NULL THEN r.next_attempt_at ELSE now() + make_interval(secs => s.again_in_s) END,
        ended_at = CASE WHEN s.state = 'waiting' THEN NULL ELSE now() END
      FROM settled s WHERE r.id = s.id AND r.state = 'waiting'`)
  }

  /**
   * Ends a notification that has no pending messages. The notification becomes `sent` if it reached at least one consumer,
   * otherwise `failed`.
   */
  async end(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE app_notifications n SET ended_at = now(), updated_at = clock_timestamp(),
        state = CASE WHEN EXISTS (SELECT 1 FROM app_notification_recipients r
          WHERE r.notification_id = n.id AND r.consumer_id IS NOT NULL AND r.state = 'sent') THEN 'sent' ELSE 'failed' END
      WHERE n.id = ${id} AND n.state = 'sending'
        AND NOT EXISTS (SELECT 1 FROM app_notification_recipients r WHERE r.notification_id = n.id AND r.state = 'waiting')`)
  }

  /**
   * Deletes the outcomes of some notifications, and keeps their counts.
   * @param days number of days since a notification ended
   * @returns whether there were such notifications
   */
  async forgetResults(transaction: ScopedTransaction, days: number): Promise<boolean> {
    const forgotten = await transaction.rows(sql`WITH due AS (
        SELECT n.id, result.* FROM app_notifications n JOIN LATERAL ${RESULTS} result ON TRUE
        WHERE n.ended_at < now() - make_interval(days => ${days}) AND n.results IS NULL
        ORDER BY n.ended_at LIMIT ${FORGOTTEN_AT_ONCE} FOR UPDATE OF n
      ), kept AS (
        UPDATE app_notifications n SET results = to_jsonb(due) - 'id' FROM due WHERE due.id = n.id
      ), gone AS (
        DELETE FROM app_notification_recipients r USING due WHERE r.notification_id = due.id
      )
      SELECT id FROM due`)
    return forgotten.length > 0
  }

  text(transaction: ScopedTransaction, id: number): Promise<{ title: string; body: string } | undefined> {
    return transaction.row(sql`SELECT n.title, n.body FROM app_notifications n WHERE n.id = ${id} AND n.state = 'sending'`)
  }
}
