import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { code, id, number, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { WebhookDeliveryDto } from './dto/webhook-delivery.dto.js'

export type DeliveryRow = RowOf<WebhookDeliveryDto>

const FROM = sql`FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id JOIN webhook_events v ON v.id = d.event_id
  JOIN webhook_kinds k ON k.kind = v.kind LEFT JOIN entities e ON e.id = d.entity_id
  LEFT JOIN entity_privacy p ON p.entity_id = d.entity_id`
/**
 * Returns the condition that a delivery is visible. While the location of a vehicle is hidden, events that reveal its rides
 * are hidden too (G-106).
 */
const seen = (transaction: ScopedTransaction): Sql =>
  sql`${transaction.within(sql`w.business_id`)} AND NOT (k.tells_place AND coalesce(p.hidden_from_business, FALSE))`

export const deliveryRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT d.id, d.webhook_id, 'evt_' || v.uid AS message_id, v.kind, d.entity_id, e.name AS entity_name, v.happened_at, d.state, d.attempts,
    d.last_at, d.status, d.problem, d.took_ms, CASE WHEN d.state = 'waiting' THEN d.next_at END AS next_at, d.created_at
  ${FROM} WHERE ${seen(transaction)} AND d.id = ANY (${[...ids]}::bigint[])`

/** The list of webhook deliveries. Aliases: d delivery, w its webhook, v its event, k its kind, e its vehicle. */
export const DELIVERY_LIST = defineList<DeliveryRow, WebhookDeliveryDto>({
  name: 'webhook-deliveries',
  of: 'webhook-delivery',
  many: 'webhook deliveries',
  permission: 'read:business-management',
  description: 'Lists recent deliveries of the webhooks that the caller may see. Old ones are removed after some weeks.',
  dto: WebhookDeliveryDto,
  toDto: toApiRow,
  key: sql`d.id`,
  from: FROM,
  where: seen,
  countUpTo: 10_000,
  rows: deliveryRows,
  columns: {
    id: id(sql`d.id`, { order: true }),
    webhook_id: id(sql`d.webhook_id`),
    entity_id: id(sql`d.entity_id`),
    entity_name: text(sql`e.name`, { isPlain: true }),
    kind: code(sql`v.kind`),
    state: code(sql`d.state`),
    status: number(sql`d.status`),
    attempts: number(sql`d.attempts`),
    happened_at: time(sql`v.happened_at`),
    last_at: time(sql`d.last_at`),
    created_at: time(sql`d.created_at`),
  },
})
