import { Injectable } from '@nestjs/common'
import { findPageKeys, inOrderOf } from '../../../lists/list-page.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import type { RowOf } from '../../../http/told.js'
import type { UnknownDeviceDto } from './unknown-device.dto.js'
import { UNKNOWN_DEVICE_LIST } from './unknown-device-list.js'

type UnknownDeviceRow = RowOf<UnknownDeviceDto>

@Injectable()
export class UnknownDevicesRepository {
  /** They belong to no business: whoever does not see every business sees none of them. */
  async findPage(transaction: ScopedTransaction, criteria: ListCriteria): Promise<{ rows: UnknownDeviceRow[]; total: number }> {
    // What was registered since it knocked has its own row in the list of devices.
    const where = sql`${transaction.scope === 'all'}::boolean AND NOT EXISTS (
      SELECT 1 FROM devices d WHERE (d.imei = u.imei OR d.tracker_id = u.imei) AND d.deleted_at IS NULL)`
    const list = { key: sql`u.imei`, from: sql`FROM unknown_devices u`, where }
    const { keys, total } = await findPageKeys<string>(transaction, list, criteria, UNKNOWN_DEVICE_LIST)
    const rows = await transaction.rows<UnknownDeviceRow>(
      sql`SELECT u.imei, u.protocol, u.remote_address, u.attempts, u.first_seen_at, u.last_seen_at
        ${list.from} WHERE ${list.where} AND u.imei = ANY (${keys}::text[])`,
    )
    return { rows: inOrderOf(keys, rows, ({ imei }) => imei), total }
  }
}
