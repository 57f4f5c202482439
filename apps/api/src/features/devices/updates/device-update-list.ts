import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../http/api-row.js'
import { code, id, ordered, text, time } from '../../../lists/columns.js'
import { defineList, type Key } from '../../../lists/list.js'
import { DeviceUpdateDto } from './device-update.dto.js'

export type DeviceUpdateRow = RowOf<DeviceUpdateDto>

const inScope = (transaction: ScopedTransaction): Sql => transaction.within(sql`q.business_id`)

export const deviceUpdateRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT q.id, q.device_id, d.imei, d.model, q.from_firmware, q.to_firmware, q.from_settings_crc, q.to_settings_crc, q.state,
    q.failure, u.first_name || ' ' || u.last_name AS requested_by, q.business_id, b.name AS business_name, q.created_at, q.sent_at,
    q.ended_at, q.updated_at
  FROM device_updates q JOIN devices d ON d.id = q.device_id
  JOIN businesses b ON b.id = q.business_id LEFT JOIN users u ON u.id = q.requested_by
  WHERE ${inScope(transaction)} AND q.id = ANY (${[...ids]}::int[])`

/** The list of device updates. Aliases: q update, d its device, b its business. */
export const DEVICE_UPDATE_LIST = defineList<DeviceUpdateRow, DeviceUpdateDto>({
  name: 'device-updates',
  objectType: 'device-update',
  plural: 'device updates',
  permission: 'read:business-management',
  description: 'Lists firmware and configuration updates and their progress.',
  dto: DeviceUpdateDto,
  toDto: toApiRow,
  key: sql`q.id`,
  from: sql`FROM device_updates q`,
  where: inScope,
  joins: () => [{ aliases: ['d'], join: sql`JOIN devices d ON d.id = q.device_id` }],
  rows: deviceUpdateRows,
  columns: {
    id: id(sql`q.id`, { order: true }),
    device_id: id(sql`q.device_id`),
    imei: code(sql`d.imei`, { isPlain: true }),
    model: text(sql`d.model`, { order: false, isPlain: true }),
    to_firmware: text(sql`q.to_firmware`, { order: false, isPlain: true }),
    to_settings_crc: code(sql`q.to_settings_crc`, { order: false }),
    state: code(sql`q.state`),
    business_id: id(sql`q.business_id`),
    created_at: time(sql`q.created_at`),
    ended_at: ordered(sql`q.ended_at`),
  },
})
