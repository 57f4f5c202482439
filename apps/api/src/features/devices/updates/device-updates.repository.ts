import { Injectable } from '@nestjs/common'
import { findPageKeys, inOrderOf, type ListSource } from '../../../lists/list-page.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import type { RowOf } from '../../../http/told.js'
import type { DeviceRow } from '../device.row.js'
import type { DeviceUpdateDto } from './device-update.dto.js'
import { DEVICE_UPDATE_LIST } from './device-update-list.js'

export type DeviceUpdateRow = RowOf<DeviceUpdateDto>

const COLUMNS = sql`q.id, q.device_id, d.imei, d.model, q.from_firmware, q.to_firmware, q.from_settings_crc, q.to_settings_crc,
  q.state, q.failure, u.first_name || ' ' || u.last_name AS requested_by, q.business_id, b.name AS business_name, q.created_at,
  q.sent_at, q.ended_at, q.updated_at`
const source = (transaction: ScopedTransaction): Sql => sql`FROM device_updates q JOIN devices d ON d.id = q.device_id
  JOIN businesses b ON b.id = q.business_id LEFT JOIN users u ON u.id = q.requested_by
  WHERE ${transaction.within(sql`q.business_id`)}`

const listSource = (transaction: ScopedTransaction): ListSource => ({
  key: sql`q.id`,
  from: sql`FROM device_updates q`,
  where: transaction.within(sql`q.business_id`),
  joins: [{ aliases: ['d'], join: sql`JOIN devices d ON d.id = q.device_id` }],
})

@Injectable()
export class DeviceUpdatesRepository {
  async findPage(transaction: ScopedTransaction, criteria: ListCriteria): Promise<{ rows: DeviceUpdateRow[]; total: number }> {
    const { keys, total } = await findPageKeys<number>(transaction, listSource(transaction), criteria, DEVICE_UPDATE_LIST)
    const rows = await transaction.rows<DeviceUpdateRow>(
      sql`SELECT ${COLUMNS} ${source(transaction)} AND q.id = ANY (${keys}::int[])`,
    )
    return { rows: inOrderOf(keys, rows, ({ id }) => id), total }
  }

  findOne(transaction: ScopedTransaction, id: number): Promise<DeviceUpdateRow | undefined> {
    return transaction.row<DeviceUpdateRow>(sql`SELECT ${COLUMNS} ${source(transaction)} AND q.id = ${id}`)
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

  /** @returns whether it was still waiting. */
  async delete(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const deleted = await transaction.row(sql`DELETE FROM device_updates q
      WHERE q.id = ${id} AND q.state = 'queued' AND ${transaction.within(sql`q.business_id`)} RETURNING q.id`)
    return deleted !== undefined
  }
}
