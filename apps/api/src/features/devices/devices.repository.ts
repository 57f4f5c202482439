import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { DeviceRow, DeviceValues } from './device.row.js'
import { deviceRows } from './device-list.js'

/**
 * Clears the bits of the address after the network's prefix, because the column refuses an address with any of these bits
 * set.
 */
const networkIn = ({ source_network }: DeviceValues) => sql`network(${source_network}::inet)`

@Injectable()
export class DevicesRepository {
  /** @param deleted also finds a deleted device */
  findOne(transaction: ScopedTransaction, id: number, deleted = false): Promise<DeviceRow | undefined> {
    return transaction.row<DeviceRow>(sql`${deviceRows(transaction, [id])} AND (${deleted}::boolean OR d.deleted_at IS NULL)`)
  }

  /** Finds a device and locks it until the transaction ends. */
  async lock(transaction: ScopedTransaction, id: number, deleted = false): Promise<DeviceRow | undefined> {
    await transaction.rows(sql`SELECT d.id FROM devices d WHERE d.id = ${id} AND ${transaction.within(sql`d.business_id`)}
      FOR UPDATE`)
    return this.findOne(transaction, id, deleted)
  }

  /** Finds these devices in scope, including deleted ones, and locks them until the transaction ends. */
  async lockAll(transaction: ScopedTransaction, ids: readonly number[]): Promise<DeviceRow[]> {
    await transaction.rows(sql`SELECT d.id FROM devices d WHERE d.id = ANY (${[...ids]}::int[])
      AND ${transaction.within(sql`d.business_id`)} ORDER BY d.id FOR UPDATE`)
    return transaction.rows<DeviceRow>(deviceRows(transaction, ids))
  }

  /**
   * Adds a device. If a deleted device in scope has the same IMEI, restores that device instead. Returns undefined when the
   * IMEI is taken.
   */
  async add(
    transaction: ScopedTransaction,
    device: DeviceValues,
    businessId: number,
    createdBy: number,
    importId: number | null = null,
  ): Promise<number | undefined> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO devices
        (imei, title, description, model, iccid, firmware_version, settings_crc, tracker_id, utc_offset_minutes, speed_unit, bound_protocol,
         source_network, client_certificate, business_id, created_by, import_id)
      VALUES (${device.imei}, ${device.title}, ${device.description}, ${device.model}, ${device.iccid}, ${device.firmware_version},
        ${device.settings_crc}, ${device.tracker_id}, ${device.utc_offset_minutes}, ${device.speed_unit}, ${device.bound_protocol}, ${networkIn(device)}, ${device.client_certificate}, ${businessId}, ${createdBy}, ${importId})
      ON CONFLICT (imei) DO NOTHING RETURNING id`)
    if (added) return added.id
    const revived = await transaction.row<{ id: number }>(sql`UPDATE devices d SET deleted_at = NULL, returned_at = NULL,
        business_id = ${businessId}, title = ${device.title}, description = ${device.description}, model = ${device.model},
        iccid = ${device.iccid}, firmware_version = coalesce(${device.firmware_version}, d.firmware_version),
        settings_crc = coalesce(${device.settings_crc}, d.settings_crc), tracker_id = ${device.tracker_id}, import_id = ${importId},
        utc_offset_minutes = ${device.utc_offset_minutes}, speed_unit = ${device.speed_unit},
        bound_protocol = ${device.bound_protocol}, source_network = ${networkIn(device)}, client_certificate = ${device.client_certificate}
      WHERE d.imei = ${device.imei} AND d.deleted_at IS NOT NULL AND ${transaction.within(sql`d.business_id`)} RETURNING d.id`)
    return revived?.id
  }

  async save(transaction: ScopedTransaction, id: number, device: DeviceValues, returned: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE devices d SET title = ${device.title}, description = ${device.description},
        model = ${device.model}, iccid = ${device.iccid}, firmware_version = ${device.firmware_version},
        settings_crc = ${device.settings_crc}, tracker_id = ${device.tracker_id}, bound_protocol = ${device.bound_protocol},
        utc_offset_minutes = ${device.utc_offset_minutes}, speed_unit = ${device.speed_unit},
        source_network = ${networkIn(device)}, client_certificate = ${device.client_certificate},
        returned_at = CASE WHEN ${returned}::boolean THEN coalesce(d.returned_at, now()) END, updated_at = clock_timestamp()
      WHERE d.id = ${id} AND ${transaction.within(sql`d.business_id`)}`)
  }

  async mark(transaction: ScopedTransaction, ids: readonly number[], deleted: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE devices d SET deleted_at = CASE WHEN ${deleted}::boolean THEN now() END
      WHERE d.id = ANY (${[...ids]}::int[]) AND ${transaction.within(sql`d.business_id`)}`)
  }
}
