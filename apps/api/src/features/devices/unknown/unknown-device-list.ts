import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../http/api-row.js'
import { code, ordered, time } from '../../../lists/columns.js'
import { defineList } from '../../../lists/list.js'
import { UnknownDeviceDto } from './unknown-device.dto.js'

const FROM = sql`FROM unknown_devices u`

/**
 * Limits unregistered trackers to callers who see every business, because such trackers belong to no business. Leaves out
 * trackers that were registered since; the list of devices shows those.
 */
const inScope = ({ scope }: ScopedTransaction): Sql => sql`${scope === 'all'}::boolean AND NOT EXISTS (
  SELECT 1 FROM devices d WHERE (d.imei = u.imei OR d.tracker_id = u.imei) AND d.deleted_at IS NULL)`

/** The list of unregistered trackers. Alias: u unknown device. */
export const UNKNOWN_DEVICE_LIST = defineList<RowOf<UnknownDeviceDto>, UnknownDeviceDto>({
  name: 'devices/unknown',
  of: 'unknown-device',
  many: 'unknown devices',
  permission: 'read:business-management',
  description: 'Lists trackers that connected without being registered. Empty for callers who do not see every business.',
  dto: UnknownDeviceDto,
  toDto: toApiRow,
  key: sql`u.imei`,
  keyOf: ({ imei }) => imei,
  from: FROM,
  where: inScope,
  rows: (transaction, imeis) => sql`
    SELECT u.imei, u.protocol, u.remote_address, u.attempts, u.first_seen_at, u.last_seen_at
    ${FROM} WHERE ${inScope(transaction)} AND u.imei = ANY (${[...imeis]}::text[])`,
  columns: {
    imei: code(sql`u.imei`, { isPlain: true }),
    protocol: code(sql`u.protocol`, { order: false, isPlain: true }),
    remote_address: code(sql`u.remote_address`, { order: false, isPlain: true }),
    attempts: ordered(sql`u.attempts`),
    first_seen_at: time(sql`u.first_seen_at`),
    last_seen_at: time(sql`u.last_seen_at`),
    created_at: ordered(sql`u.first_seen_at`),
  },
})
