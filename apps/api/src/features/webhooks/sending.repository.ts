import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { Locale } from '../../texts/locale.js'
import { FAILURES_TO_PAUSE } from './pauses.js'

/** Webhook that this process has leased. */
export interface Leased {
  id: number
  business_id: number
  url: string
  secret: Buffer
  previous_secret: Buffer | null
  previous_until: Date | null
  failures: number
  failing_since: Date | null
}

/**
 * Limits for the choice of the webhook that gets the next turn. In a turn, one process leases one webhook and sends its
 * deliveries.
 */
export interface Turns {
  /** Webhooks that had a turn before, the most recent last. They are chosen only after all other webhooks. */
  had: readonly number[]
  /** Webhooks that have a turn now, or that had no due delivery. They are not chosen. */
  not: readonly number[]
  /** Businesses that already have the maximum number of turns. Their webhooks are not chosen. */
  full: readonly number[]
}

/** Delivery to send: the oldest waiting delivery of a vehicle. */
export interface Due {
  id: number
  uid: string
  kind: string
  happened_at: Date
  body: Record<string, unknown>
  attempts: number
  first_at: Date | null
  is_hidden: boolean
}

/** Outcome of an attempt to deliver. */
export interface Settled {
  id: number
  state: 'waiting' | 'delivered' | 'failed' | 'withheld'
  status: number | null
  problem: string | null
  took_ms: number | null
  /** Time of the next attempt; null when there will be none. */
  next_at: Date | null
}

/** State of a webhook after the deliveries of a turn. */
export interface WebhookHealth {
  failures: number
  failing_since: Date | null
  resting_until: Date | null
  has_succeeded: boolean
  off: 'gone' | 'failing' | null
}

/** Maximum deliveries of a webhook in one turn. They are sent concurrently, so each must be about a different vehicle. */
const AT_ONCE = 8
/** Duration of a lease. A turn always takes less time. */
const LEASE = sql`interval '60 seconds'`
const FORGOTTEN_AT_ONCE = 5_000

/**
 * Statements of the webhook sender. They have the scope `all`, because the sender serves every business. The caller passes the
 * present time.
 */
@Injectable()
export class SendingRepository {
  /**
   * Counts the deliveries of every business that could be sent now. Leaves out the deliveries of webhooks that are paused
   * after failures.
   */
  async countDue(transaction: ScopedTransaction): Promise<number> {
    const counted = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count
      FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.state = 'waiting' AND d.next_at <= now() AND w.active AND (w.resting_until IS NULL OR w.resting_until <= now())`)
    return counted?.count ?? 0
  }

  /** Leases the next webhook that may have a due delivery and is not leased by another process. */
  lease(transaction: ScopedTransaction, lease: string, at: Date, { had, not, full }: Turns): Promise<Leased | undefined> {
    return transaction.row<Leased & Record<string, unknown>>(sql`UPDATE webhooks w
      SET lease = ${lease}, leased_until = ${at}::timestamptz + ${LEASE}
      WHERE w.id = (
        SELECT o.id FROM webhooks o
        WHERE o.active AND o.id <> ALL (${[...not]}::int[]) AND o.business_id <> ALL (${[...full]}::int[])
          AND (o.resting_until IS NULL OR o.resting_until <= ${at})
          AND (o.leased_until IS NULL OR o.leased_until <= ${at})
          AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = o.id AND d.state = 'waiting'
            AND (d.next_at <= ${at} OR o.failures >= ${FAILURES_TO_PAUSE}))
        ORDER BY array_position(${[...had]}::int[], o.id) NULLS FIRST, o.id LIMIT 1 FOR UPDATE SKIP LOCKED
      )
      RETURNING w.id, w.business_id, w.url, w.secret, w.previous_secret, w.previous_until, w.failures, w.failing_since`)
  }

  /** Returns whether any delivery waits, due or not. */
  async isWaiting(transaction: ScopedTransaction): Promise<boolean> {
    const rows = await transaction.rows(sql`SELECT FROM webhooks o
      WHERE o.active AND EXISTS (SELECT FROM webhook_deliveries d WHERE d.webhook_id = o.id AND d.state = 'waiting') LIMIT 1`)
    return rows.length > 0
  }

  async release(transaction: ScopedTransaction, id: number, lease: string): Promise<void> {
    await transaction.rows(sql`UPDATE webhooks w SET lease = NULL, leased_until = NULL WHERE w.id = ${id} AND w.lease = ${lease}`)
  }

  /**
   * Returns the due deliveries, at most {@link AT_ONCE}. Of each vehicle, only the oldest waiting delivery is included. The
   * result is ordered by age, oldest first. For a receiver that was down, returns only one delivery after the pause, even
   * if that delivery is not due yet. The delivery differs each time, because an available receiver may still refuse one
   * particular delivery.
   */
  due(transaction: ScopedTransaction, { id, failures }: Leased, at: Date): Promise<(Due & Record<string, unknown>)[]> {
    const isAway = failures >= FAILURES_TO_PAUSE
    return transaction.rows(sql`SELECT d.id, e.uid, e.kind, e.happened_at, e.body, d.attempts, d.first_at,
        k.tells_place AND coalesce(p.hidden_from_business, FALSE) AS is_hidden
      FROM (
        SELECT * FROM webhook_deliveries h
        WHERE h.webhook_id = ${id} AND h.state = 'waiting' AND (${isAway}::boolean OR h.next_at <= ${at}) AND NOT EXISTS (
          SELECT FROM webhook_deliveries o
          WHERE o.webhook_id = ${id} AND o.state = 'waiting' AND o.entity_id = h.entity_id AND o.id < h.id
        )
        ORDER BY ${isAway ? sql`h.next_at, h.id` : sql`h.id`} LIMIT ${isAway ? 1 : AT_ONCE}
      ) d
      JOIN webhook_events e ON e.id = d.event_id
      JOIN webhook_kinds k ON k.kind = e.kind
      LEFT JOIN entity_privacy p ON p.entity_id = e.entity_id
      ORDER BY d.id`)
  }

  async settle(transaction: ScopedTransaction, settled: readonly Settled[], at: Date): Promise<void> {
    await transaction.rows(sql`UPDATE webhook_deliveries d SET state = s.state, status = s.status, problem = s.problem,
        took_ms = s.took_ms, next_at = coalesce(s.next_at, d.next_at),
        attempts = d.attempts + CASE WHEN s.state = 'withheld' THEN 0 ELSE 1 END,
        first_at = CASE WHEN s.state = 'withheld' THEN d.first_at ELSE coalesce(d.first_at, ${at}) END,
        last_at = CASE WHEN s.state = 'withheld' THEN d.last_at ELSE ${at} END,
        ended_at = CASE WHEN s.state = 'waiting' THEN NULL ELSE ${at}::timestamptz END
      FROM jsonb_to_recordset(${JSON.stringify(settled)}::jsonb)
        AS s (id bigint, state text, status int, problem text, took_ms int, next_at timestamptz)
      WHERE d.id = s.id AND d.state = 'waiting'`)
  }

  /**
   * Stores the state of a webhook. When the receiver is available again after a pause, all its waiting deliveries become due
   * immediately.
   */
  async note(transaction: ScopedTransaction, id: number, health: WebhookHealth, at: Date): Promise<void> {
    const { failures, failing_since, resting_until, has_succeeded, off } = health
    await transaction.rows(sql`WITH was AS (SELECT w.failures FROM webhooks w WHERE w.id = ${id} FOR UPDATE),
      noted AS (
        UPDATE webhooks w SET failures = ${failures}, failing_since = ${failing_since}, resting_until = ${resting_until},
          last_success_at = CASE WHEN ${has_succeeded}::boolean THEN ${at} ELSE w.last_success_at END,
          active = w.active AND ${off}::text IS NULL, off_reason = coalesce(${off}, w.off_reason),
          updated_at = CASE WHEN ${off}::text IS NULL THEN w.updated_at ELSE clock_timestamp() END
        WHERE w.id = ${id}
      )
      UPDATE webhook_deliveries d SET next_at = ${at} FROM was
      WHERE ${has_succeeded}::boolean AND was.failures >= ${FAILURES_TO_PAUSE} AND d.webhook_id = ${id}
        AND d.state = 'waiting' AND d.next_at > ${at}`)
  }

  /** Finds the author of a webhook. The author is notified when the webhook is switched off. */
  author(
    transaction: ScopedTransaction,
    id: number,
  ): Promise<{ name: string; business: string; email: string; first_name: string; locale: Locale } | undefined> {
    return transaction.row(sql`SELECT w.name, b.name AS business, u.email, u.first_name, u.locale
      FROM webhooks w JOIN businesses b ON b.id = w.business_id
      JOIN users u ON u.id = w.created_by AND u.deleted_at IS NULL WHERE w.id = ${id}`)
  }

  /**
   * Deletes some events older than this many days, with their deliveries.
   * @returns whether any event was deleted
   */
  async forget(transaction: ScopedTransaction, days: number): Promise<boolean> {
    const forgotten = await transaction.rows(sql`DELETE FROM webhook_events e WHERE e.id IN (
        SELECT o.id FROM webhook_events o WHERE o.created_at < now() - make_interval(days => ${days})
        ORDER BY o.created_at LIMIT ${FORGOTTEN_AT_ONCE}
      ) RETURNING e.id`)
    return forgotten.length > 0
  }
}
