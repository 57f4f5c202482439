import { Injectable } from '@nestjs/common'
import type { AlertKind } from '@roadbook/contracts'
import { ADVISORY_LOCKS } from '@roadbook/platform'
import type { Caller } from '../../../auth/caller.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { ALERTS_FROM, seenAlerts } from '../inbox/alert-list.js'
import type { PlannedTelling, Telling } from './plan-telling.js'

/**
 * News: a change to an alert, before it is decided which users are notified. Contains the notification settings and
 * recipients of the alert's rule.
 */
export interface News extends Telling {
  [column: string]: unknown
  id: number
  alert_id: string
  change: 'raised' | 'ended' | 'withdrawn' | 'restored'
  at: Date
  user_ids: number[]
}

/** Due mail about an alert. The recipient is allowed to see the alert. */
export interface DueMail {
  [column: string]: unknown
  id: number
  change: 'raised' | 'withdrawn'
  digest: boolean
  kind: AlertKind
  entity_name: string
  business_name: string
  rule_name: string
  geofence_name: string | null
  value: number | null
  late: boolean
  began_at: Date
  entity_id: number
}

export interface Reader {
  [column: string]: unknown
  email: string
  first_name: string
  time_zone: string | null
}

const NEWS_AT_ONCE = 200
/** Maximum mails to one user in one transaction. */
const MAILS_AT_ONCE = 500
/** Time after which a mail that could not be sent is dropped. */
const STALE = sql`interval '2 days'`

/**
 * Statements for alert notifications. They serve every business with the scope `all`. The alerts that a user may see are
 * checked in that user's scope.
 */
@Injectable()
export class TellingsRepository {
  /**
   * Deletes and returns the oldest changes. The deletion is committed together with the notifications that the caller
   * creates from them.
   */
  async takeNews(transaction: ScopedTransaction): Promise<News[]> {
    // Only one process decides at a time, so that a withdrawal cannot overtake its alert.
    await transaction.rows(sql`SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.alertNotifications})`)
    return transaction.rows<News>(sql`WITH taken AS (
        DELETE FROM alert_news WHERE id IN (SELECT id FROM alert_news ORDER BY id LIMIT ${NEWS_AT_ONCE}) RETURNING *)
      SELECT n.id, n.alert_id, n.change, n.at, r.time_zone, r.tell_bell, r.tell_mail, r.quiet_from::text, r.quiet_till::text,
        coalesce((SELECT array_agg(u.user_id) FROM alert_rule_users u WHERE u.rule_id = r.id), '{}') AS user_ids
      FROM taken n JOIN alerts a ON a.id = n.alert_id JOIN alert_rules r ON r.id = a.rule_id ORDER BY n.id`)
  }

  /**
   * Adds notifications of an alert for each user. Leaves out users who were notified of another alert of the same vehicle and
   * rule within the rule's pause. Call this for one alert at a time, so that each call sees the rows of the previous call.
   */
  async add(
    transaction: ScopedTransaction,
    { alert_id, user_ids, at }: Pick<News, 'alert_id' | 'user_ids' | 'at'>,
    { bellAt, mailAt, digest }: PlannedTelling,
  ): Promise<void> {
    if (bellAt === null && mailAt === null) return
    await transaction.rows(sql`INSERT INTO alert_tellings (alert_id, user_id, change, bell_at, mail_at, digest)
      SELECT ${alert_id}::uuid, u.id, 'raised', ${bellAt}::timestamptz, ${mailAt}::timestamptz, ${digest}
      FROM users u WHERE u.id = ANY (${user_ids}::int[]) AND u.deleted_at IS NULL AND NOT EXISTS (
        SELECT FROM alerts a JOIN alert_rules r ON r.id = a.rule_id JOIN alerts o ON o.entity_id = a.entity_id AND o.rule_id = a.rule_id
          JOIN alert_tellings t ON t.alert_id = o.id
        WHERE a.id = ${alert_id}::uuid AND o.id <> a.id AND t.change = 'raised' AND (t.bell_at IS NOT NULL OR t.mail_at IS NOT NULL)
          AND r.cool_down_min > 0 AND t.created_at > ${at}::timestamptz - make_interval(mins => r.cool_down_min))`)
  }

  /**
   * Cancels the pending notifications of an alert, and then notifies the users who were already mailed that the alert was
   * withdrawn. The order matters. The cancellation waits for a mail that is just being sent, so the second step finds that
   * mail as sent.
   */
  async withdraw(transaction: ScopedTransaction, alertId: string, mailAt: Date): Promise<void> {
    await transaction.rows(sql`UPDATE alert_tellings SET mail_at = NULL, bell_at = CASE WHEN bell_at <= now() THEN bell_at END
      WHERE alert_id = ${alertId}::uuid AND change = 'raised' AND mailed_at IS NULL`)
    await transaction.rows(sql`INSERT INTO alert_tellings (alert_id, user_id, change, mail_at, digest)
      SELECT DISTINCT t.alert_id, t.user_id, 'withdrawn', ${mailAt}::timestamptz, false FROM alert_tellings t
      WHERE t.alert_id = ${alertId}::uuid AND t.change = 'raised' AND t.mailed_at IS NOT NULL`)
  }

  /**
   * Cancels mails about a withdrawal that were not sent yet.
   * @returns whether there were such mails
   */
  async restore(transaction: ScopedTransaction, alertId: string): Promise<boolean> {
    const undone = await transaction.rows(sql`DELETE FROM alert_tellings
      WHERE alert_id = ${alertId}::uuid AND change = 'withdrawn' AND mailed_at IS NULL RETURNING id`)
    return undone.length > 0
  }

  /** Returns users for whom a mail is due. Drops mails that are too old. */
  async dueUsers(transaction: ScopedTransaction): Promise<number[]> {
    await transaction.rows(sql`UPDATE alert_tellings SET mail_at = NULL WHERE mailed_at IS NULL AND mail_at < now() - ${STALE}`)
    const rows = await transaction.rows<{ user_id: number }>(sql`SELECT DISTINCT user_id FROM alert_tellings
      WHERE mailed_at IS NULL AND mail_at <= now() ORDER BY user_id LIMIT 200`)
    return rows.map(({ user_id }) => user_id)
  }

  async dueIds(transaction: ScopedTransaction, userId: number): Promise<number[]> {
    const rows = await transaction.rows<{ id: number }>(sql`SELECT id FROM alert_tellings
      WHERE user_id = ${userId} AND mailed_at IS NULL AND mail_at <= now() ORDER BY id LIMIT ${MAILS_AT_ONCE}`)
    return rows.map(({ id }) => id)
  }

  /**
   * Marks mails as sent and returns them. Leaves out mails about alerts that the user is not allowed to see now, and mails
   * about a change of an alert that was undone.
   * @param transaction in the user's scope
   */
  takeMails(transaction: ScopedTransaction, reader: Caller, ids: readonly number[]): Promise<DueMail[]> {
    return transaction.rows<DueMail>(sql`WITH taken AS (
        UPDATE alert_tellings SET mailed_at = clock_timestamp() WHERE mailed_at IS NULL AND mail_at IS NOT NULL AND id IN (
          SELECT t.id ${ALERTS_FROM} JOIN alert_tellings t ON t.alert_id = a.id
          WHERE t.id = ANY (${[...ids]}::bigint[]) AND (a.withdrawn_at IS NULL) = (t.change = 'raised') AND ${seenAlerts(transaction, reader)}
        ) RETURNING *)
      SELECT t.id, t.change, t.digest, a.entity_id, a.kind, a.value, a.late, a.began_at, e.name AS entity_name,
        b.name AS business_name, r.name AS rule_name, g.name AS geofence_name
      ${ALERTS_FROM} JOIN taken t ON t.alert_id = a.id ORDER BY a.began_at, t.id`)
  }

  /**
   * Drops those of these mails that {@link takeMails} left out. It left them out because the user is not allowed to see the
   * alert, or because the change of the alert was undone.
   */
  async letGo(transaction: ScopedTransaction, ids: readonly number[]): Promise<void> {
    await transaction.rows(
      sql`UPDATE alert_tellings SET mail_at = NULL WHERE mailed_at IS NULL AND id = ANY (${[...ids]}::bigint[])`,
    )
  }

  reader(transaction: ScopedTransaction, userId: number): Promise<Reader | undefined> {
    return transaction.row<Reader>(
      sql`SELECT email, first_name, time_zone FROM users WHERE id = ${userId} AND deleted_at IS NULL`,
    )
  }

  /** Returns milliseconds until the next mail is due; null if there is none. */
  async nextMailMs(transaction: ScopedTransaction): Promise<number | null> {
    const row = await transaction.row<{ ms: number | null }>(sql`SELECT
      floor(1000 * extract(epoch FROM min(mail_at) - now()))::float8 AS ms FROM alert_tellings WHERE mailed_at IS NULL AND mail_at IS NOT NULL`)
    return row?.ms ?? null
  }
}
