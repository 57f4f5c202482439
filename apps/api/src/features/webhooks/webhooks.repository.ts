import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { type DeliveryRow, deliveryRows } from './delivery-list.js'
import type { UpdateWebhookDto } from './dto/webhook.dto.js'
import { type WebhookRow, webhookRows } from './webhook-list.js'

/**
 * Time after a change of the secret during which deliveries are signed with both the former and the new secret. The
 * receiver can switch to the new secret at any moment during this time.
 */
const OVERLAP = sql`interval '24 hours'`

@Injectable()
export class WebhooksRepository {
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<WebhookRow | undefined> {
    if (isLocked) {
      await transaction.rows(sql`SELECT w.id FROM webhooks w
        WHERE w.id = ${id} AND ${transaction.within(sql`w.business_id`)} FOR UPDATE`)
    }
    return transaction.row<WebhookRow>(webhookRows(transaction, [id]))
  }

  async count(transaction: ScopedTransaction, businessId: number): Promise<number> {
    await transaction.rows(sql`SELECT b.id FROM businesses b WHERE b.id = ${businessId} FOR UPDATE`)
    const counted = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count FROM webhooks w
      WHERE w.business_id = ${businessId} AND ${transaction.within(sql`w.business_id`)}`)
    return counted?.count ?? 0
  }

  async add(
    transaction: ScopedTransaction,
    { businessId, userId, secret }: { businessId: number; userId: number; secret: Buffer },
    { name, url, kinds, includes_below = true, active = true }: UpdateWebhookDto,
  ): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO webhooks
        (business_id, name, url, kinds, includes_below, active, secret, created_by)
      VALUES (${businessId}, ${name}, ${url}, ${kinds}, ${includes_below}, ${active}, ${secret}, ${userId}) RETURNING id`)
    if (!added) throw new Error('a webhook that was just added is not in the scope of who added it')
    return added.id
  }

  /**
   * Saves a webhook. If the webhook is switched on or its address changes, its waiting deliveries are sent again immediately.
   */
  async save(transaction: ScopedTransaction, id: number, { name, url, kinds, ...flags }: UpdateWebhookDto): Promise<void> {
    const active = flags.active ?? null
    const begun = await transaction.rows(sql`WITH was AS (SELECT w.url, w.active FROM webhooks w WHERE w.id = ${id} FOR UPDATE)
      UPDATE webhooks w SET name = ${name}, url = ${url}, kinds = ${kinds},
        includes_below = coalesce(${flags.includes_below ?? null}::boolean, w.includes_below),
        active = coalesce(${active}::boolean, w.active),
        off_reason = CASE WHEN coalesce(${active}::boolean, w.active) THEN NULL ELSE w.off_reason END,
        failures = CASE WHEN fresh.is_so THEN 0 ELSE w.failures END,
        failing_since = CASE WHEN fresh.is_so THEN NULL ELSE w.failing_since END,
        resting_until = CASE WHEN fresh.is_so THEN NULL ELSE w.resting_until END,
        updated_at = clock_timestamp()
      FROM was, LATERAL (SELECT was.url <> ${url} OR (coalesce(${active}::boolean, FALSE) AND NOT was.active) AS is_so) fresh
      WHERE w.id = ${id} AND ${transaction.within(sql`w.business_id`)}
      RETURNING fresh.is_so`)
    if (begun[0]?.['is_so'] !== true) return
    await transaction.rows(sql`UPDATE webhook_deliveries d SET attempts = 0, first_at = NULL, last_at = NULL, next_at = now()
      WHERE d.webhook_id = ${id} AND d.state = 'waiting'`)
  }

  async rotate(transaction: ScopedTransaction, id: number, secret: Buffer): Promise<void> {
    await transaction.rows(sql`UPDATE webhooks w SET previous_secret = w.secret, previous_until = now() + ${OVERLAP},
        secret = ${secret}, updated_at = clock_timestamp()
      WHERE w.id = ${id} AND ${transaction.within(sql`w.business_id`)}`)
  }

  async remove(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM webhooks w WHERE w.id = ${id} AND ${transaction.within(sql`w.business_id`)}`)
  }

  /**
   * Adds a test event with only the webhook's id and name.
   * @returns the id of its delivery
   */
  async test(transaction: ScopedTransaction, id: number): Promise<number> {
    const told = await transaction.row<{ id: number }>(sql`WITH told AS (
        INSERT INTO webhook_events (business_id, kind, happened_at, subject, body)
        SELECT w.business_id, 'test', now(), 'test:' || gen_random_uuid(),
          jsonb_build_object('webhook', jsonb_build_object('id', w.id, 'name', w.name))
        FROM webhooks w WHERE w.id = ${id} AND ${transaction.within(sql`w.business_id`)} RETURNING id
      )
      INSERT INTO webhook_deliveries (webhook_id, event_id) SELECT ${id}, told.id FROM told RETURNING id`)
    if (!told) throw new Error('a webhook that was just found is not in scope')
    return told.id
  }

  async waitingTests(transaction: ScopedTransaction, id: number): Promise<number> {
    const row = await transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count
      FROM webhook_deliveries d JOIN webhook_events e ON e.id = d.event_id JOIN webhooks w ON w.id = d.webhook_id
      WHERE d.webhook_id = ${id} AND d.state = 'waiting' AND e.kind = 'test' AND ${transaction.within(sql`w.business_id`)}`)
    return row?.count ?? 0
  }

  findDelivery(transaction: ScopedTransaction, id: number): Promise<DeliveryRow | undefined> {
    return transaction.row<DeliveryRow>(deliveryRows(transaction, [id]))
  }

  /** Queues a delivery again with its original contents. It is sent before later waiting deliveries of its vehicle. */
  async replay(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE webhook_deliveries d SET state = 'waiting', attempts = 0, first_at = NULL, last_at = NULL,
        next_at = now(), status = NULL, problem = NULL, took_ms = NULL, ended_at = NULL
      WHERE d.id = ${id}`)
  }
}
