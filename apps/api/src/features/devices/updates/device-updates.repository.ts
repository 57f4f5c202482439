import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { DeviceRow } from '../device.row.js'
import { type DeviceUpdateRow, deviceUpdateRows } from './device-update-list.js'

@Injectable()
export class DeviceUpdatesRepository {
  findOne(transaction: ScopedTransaction, id: number): Promise<DeviceUpdateRow | undefined> {
    return transaction.row<DeviceUpdateRow>(deviceUpdateRows(transaction, [id]))
  }

  async add(
    transaction: ScopedTransaction,
    device: DeviceRow,
    to: { firmware: string | null; settingsCrc: string | null },
    requestedBy: number,
  ): Promise<number> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO device_updates
        (device_id, business_id, from_firmware, to_firmware, from_settings_crc, to_settings_crc, requested_by)
      VALUES (${device.id}, ${device.business_id}, ${device.firmware_version}, ${to.firmware}, ${device.settings_crc},
        ${to.settingsCrc}, ${requestedBy}) RETURNING id`)
    if (!added) throw new Error('an update that was just added is not in the scope of who added it')
    return added.id
  }

  async move(transaction: ScopedTransaction, id: number, state: string, failure: string | null): Promise<void> {
    await transaction.rows(sql`UPDATE device_updates q SET state = ${state}, failure = ${failure},
        sent_at = CASE WHEN ${state} = 'sent' THEN now() ELSE q.sent_at END,
        ended_at = CASE WHEN ${state} IN ('done', 'failed') THEN now() END, updated_at = clock_timestamp()
      WHERE q.id = ${id} AND ${transaction.within(sql`q.business_id`)}`)
  }

  /** @returns whether the update was still waiting */
  async delete(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const deleted = await transaction.row(sql`DELETE FROM device_updates q
      WHERE q.id = ${id} AND q.state = 'queued' AND ${transaction.within(sql`q.business_id`)} RETURNING q.id`)
    return deleted !== undefined
  }
}
