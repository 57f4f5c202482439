import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { code, fact, id, ordered, text, time } from '../../lists/columns.js'
import { defineList } from '../../lists/list.js'
import { ReturnDto } from './dto/return.dto.js'

export type ReturnRow = RowOf<ReturnDto>

const FROM = sql`FROM device_returns r`
const BUSINESS = sql`JOIN businesses b ON b.id = r.business_id`
const inScope = (transaction: ScopedTransaction): Sql => transaction.within(sql`r.business_id`)
const device = (transaction: ScopedTransaction): Sql =>
  sql`LEFT JOIN devices d ON d.id = r.device_id AND ${transaction.within(sql`d.business_id`)}`
const entity = (transaction: ScopedTransaction): Sql =>
  sql`LEFT JOIN entities e ON e.id = r.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`

/** Returns the device returns in scope that meet a condition. */
export const returnRows = (transaction: ScopedTransaction, condition: Sql): Sql => sql`
  SELECT r.id, r.number, r.state, r.imei, d.id AS device_id, d.model AS device_model, e.id AS entity_id,
    e.name AS entity_name, r.business_id, b.name AS business_name, r.reason, r.note, r.replacement_wanted, r.created_at, r.ended_at,
    u.first_name || ' ' || u.last_name AS created_by,
    json_build_object('name', r.ship_name, 'address', r.ship_address, 'postcode', r.ship_postcode, 'city', r.ship_city,
      'country', r.ship_country) AS ship_from,
    (SELECT coalesce(json_agg(json_build_object('id', p.id, 'place', p.place, 'media_type', p.media_type,
        'bytes', octet_length(p.content), 'sha256', encode(p.sha256, 'hex')) ORDER BY p.place), '[]')
      FROM device_return_photos p WHERE p.return_id = r.id) AS photos
  ${FROM} ${BUSINESS} ${device(transaction)} ${entity(transaction)}
  LEFT JOIN users u ON u.id = r.created_by AND ${transaction.within(sql`u.business_id`)}
  WHERE ${inScope(transaction)} AND ${condition}`

/**
 * The list of returns. Aliases: r return, d its device, e the entity that the device was on, b the business that sends it
 * back.
 */
export const RETURN_LIST = defineList<ReturnRow, ReturnDto>({
  name: 'returns',
  of: 'return',
  many: 'returns',
  permission: ['create:entity', 'read:business-management'],
  description: 'Lists trackers that are being sent back, with their RMA numbers.',
  dto: ReturnDto,
  toDto: toApiRow,
  key: sql`r.id`,
  from: FROM,
  where: inScope,
  joins: (transaction) => [
    { aliases: ['b'], join: BUSINESS },
    { aliases: ['d'], join: device(transaction) },
    { aliases: ['e'], join: entity(transaction) },
  ],
  rows: (transaction, ids) => returnRows(transaction, sql`r.id = ANY (${[...ids]}::int[])`),
  columns: {
    id: id(sql`r.id`, { order: true }),
    number: text(sql`r.number`, { isPlain: true }),
    state: code(sql`r.state`),
    imei: code(sql`r.imei`, { isPlain: true }),
    device_id: id(sql`d.id`),
    device_model: text(sql`d.model`, { order: false }),
    entity_id: id(sql`e.id`),
    entity_name: text(sql`e.name`, { isPlain: true }),
    business_id: id(sql`r.business_id`),
    business_name: text(sql`b.name`),
    reason: text(sql`r.reason`, { order: false }),
    replacement_wanted: fact(sql`r.replacement_wanted`),
    ended_at: ordered(sql`r.ended_at`),
    created_at: time(sql`r.created_at`),
  },
})
