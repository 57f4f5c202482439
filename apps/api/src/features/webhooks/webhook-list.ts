import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { cell, code, fact, id, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { WebhookDto } from './dto/webhook.dto.js'
import { say } from './texts.js'
import texts from './texts.json' with { type: 'json' }

export type WebhookRow = RowOf<WebhookDto>

const FROM = sql`FROM webhooks w JOIN businesses b ON b.id = w.business_id`
const STATE = sql`CASE WHEN w.active THEN CASE WHEN w.failures > 0 THEN 'failing' ELSE 'active' END
  WHEN w.off_reason = 'gone' THEN 'gone' WHEN w.off_reason = 'failing' THEN 'given-up' ELSE 'off' END`

export const webhookRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT w.id, w.name, w.url, w.kinds, w.business_id, b.name AS business_name, w.includes_below, w.active, ${STATE} AS state,
    (SELECT count(*)::int FROM webhook_deliveries d WHERE d.webhook_id = w.id AND d.state = 'waiting') AS waiting_count,
    w.last_success_at, w.failing_since AS failing_since_at,
    CASE WHEN w.previous_until > now() THEN w.previous_until END AS previous_secret_ends_at, w.created_at, w.updated_at
  ${FROM} WHERE ${transaction.within(sql`w.business_id`)} AND w.id = ANY (${[...ids]}::int[])`

/** The list of webhooks. Aliases: w webhook, b its business. */
export const WEBHOOK_LIST = defineList<WebhookRow, WebhookDto>({
  name: 'webhooks',
  objectType: 'webhook',
  plural: 'webhooks',
  permission: 'read:business-management',
  description: 'Lists the webhooks that the caller may see.',
  dto: WebhookDto,
  toDto: toApiRow,
  texts,
  key: sql`w.id`,
  from: FROM,
  where: (transaction) => transaction.within(sql`w.business_id`),
  rows: webhookRows,
  columns: {
    id: id(sql`w.id`, { order: true }),
    name: text(sql`w.name`, { isPlain: true, csv: 'name' }),
    url: text(sql`w.url`, { isPlain: true, csv: 'url' }),
    kinds: cell(({ kinds }, { locale }) => kinds.map((kind) => say(`kind.${kind}` as 'kind.test').in(locale)).join('; ')),
    business_id: id(sql`w.business_id`),
    business_name: text(sql`b.name`, { csv: 'business_name' }),
    includes_below: fact(sql`w.includes_below`),
    active: fact(sql`w.active`),
    state: code(STATE, { csv: 'state', isWord: true }),
    last_success_at: time(sql`w.last_success_at`, { csv: 'last_success_at' }),
    created_at: time(sql`w.created_at`, { csv: 'created_at' }),
    updated_at: time(sql`w.updated_at`),
  },
})
