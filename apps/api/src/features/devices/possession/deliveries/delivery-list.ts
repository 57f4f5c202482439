import type { ScopedTransaction } from '../../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../../http/api-row.js'
import { cell, code, id, text, time } from '../../../../lists/columns.js'
import { defineList } from '../../../../lists/list.js'
import { DeviceDeliveryDto } from './delivery.dto.js'
import texts from './delivery-texts.json' with { type: 'json' }

const FROM = sql`FROM device_deliveries l JOIN businesses b ON b.id = l.business_id`

/** Limits deliveries to callers who see every business, because the list reveals which IMEIs exist. */
const inScope = ({ scope }: ScopedTransaction): Sql => sql`${scope === 'all'}::boolean`

/** The list of deliveries. Aliases: l delivery, b business. */
export const DEVICE_DELIVERY_LIST = defineList<RowOf<DeviceDeliveryDto>, DeviceDeliveryDto>({
  name: 'device-deliveries',
  objectType: 'delivery',
  plural: 'device deliveries',
  permission: 'manage:devices',
  description: 'Lists which trackers were delivered to which business. Empty for callers who do not see every business.',
  dto: DeviceDeliveryDto,
  toDto: toApiRow,
  texts,
  key: sql`l.id`,
  from: FROM,
  where: inScope,
  rows: (transaction, ids) => sql`
    SELECT l.id, l.imei, l.tracker_id, l.business_id, b.name AS business_name, d.id AS device_id, h.name AS held_by, d.tracker_id AS device_tracker_id,
      l.created_at
    ${FROM} LEFT JOIN devices d ON d.imei = l.imei AND d.deleted_at IS NULL LEFT JOIN businesses h ON h.id = d.business_id
    WHERE ${inScope(transaction)} AND l.id = ANY (${[...ids]}::int[])`,
  columns: {
    id: id(sql`l.id`, { order: true }),
    imei: code(sql`l.imei`, { isPlain: true, csv: 'imei' }),
    tracker_id: code(sql`l.tracker_id`, { isPlain: true, csv: 'tracker_id' }),
    business_id: id(sql`l.business_id`),
    business_name: text(sql`b.name`, { isPlain: true, csv: 'business_name' }),
    held_by: cell('held_by'),
    created_at: time(sql`l.created_at`, { csv: 'created_at' }),
  },
})
