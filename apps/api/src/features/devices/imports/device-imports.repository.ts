import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { DeviceValues } from '../device.row.js'

export interface ImportedRow {
  id: number
  imei: string
  tracker_id: string | null
}

@Injectable()
export class DeviceImportsRepository {
  async begin(transaction: ScopedTransaction, businessId: number, userId: number): Promise<number> {
    const begun = await transaction.row<{ id: number }>(sql`INSERT INTO device_imports (business_id, user_id, created_count)
      VALUES (${businessId}, ${userId}, 0) RETURNING id`)
    if (!begun) throw new Error('an import that was just begun is not in the scope of who began it')
    return begun.id
  }

  /** Adds new devices, and restores deleted devices in scope. Leaves out IMEIs that are taken. */
  async addAll(
    transaction: ScopedTransaction,
    values: readonly DeviceValues[],
    { importId, businessId, userId }: { importId: number; businessId: number; userId: number },
  ): Promise<ImportedRow[]> {
    const given = sql`jsonb_to_recordset(${JSON.stringify(values)}::jsonb) given (imei text, title text, description text,
      model text, iccid text, firmware_version text, settings_crc text, tracker_id text, utc_offset_minutes smallint, speed_unit text, bound_protocol text, source_network inet, client_certificate text)`
    const revived = await transaction.rows<ImportedRow>(sql`UPDATE devices d SET deleted_at = NULL, returned_at = NULL,
        business_id = ${businessId}, title = given.title, description = given.description, model = given.model, iccid = given.iccid,
        firmware_version = coalesce(given.firmware_version, d.firmware_version), import_id = ${importId},
        settings_crc = coalesce(given.settings_crc, d.settings_crc), bound_protocol = given.bound_protocol,
        tracker_id = coalesce(given.tracker_id, d.tracker_id), utc_offset_minutes = given.utc_offset_minutes, speed_unit = given.speed_unit,
        source_network = network(given.source_network), client_certificate = given.client_certificate
      FROM ${given} WHERE d.imei = given.imei AND d.deleted_at IS NOT NULL AND ${transaction.within(sql`d.business_id`)}
      RETURNING d.id, d.imei, d.tracker_id`)
    const added = await transaction.rows<ImportedRow>(sql`INSERT INTO devices
        (imei, title, description, model, iccid, firmware_version, settings_crc, tracker_id, utc_offset_minutes, speed_unit, bound_protocol, source_network, client_certificate,
         business_id, created_by, import_id)
      SELECT given.imei, given.title, given.description, given.model, given.iccid, given.firmware_version, given.settings_crc,
        given.tracker_id, given.utc_offset_minutes, given.speed_unit, given.bound_protocol, network(given.source_network), given.client_certificate,
        ${businessId}::int, ${userId}::int, ${importId}::int FROM ${given}
      ON CONFLICT (imei) DO NOTHING RETURNING id, imei, tracker_id`)
    return [...revived, ...added]
  }

  /** Locks the import and returns it. */
  async lock(
    transaction: ScopedTransaction,
    id: number,
  ): Promise<{ business_id: number; rolled_back_at: Date | null } | undefined> {
    return transaction.row(sql`SELECT m.business_id, m.rolled_back_at FROM device_imports m
      WHERE m.id = ${id} AND ${transaction.within(sql`m.business_id`)} FOR UPDATE`)
  }

  /** Finds the devices of an import that still exist. The result states for each whether it was ever on a vehicle. */
  async findImported(transaction: ScopedTransaction, id: number): Promise<(ImportedRow & { used: boolean })[]> {
    return transaction.rows(sql`SELECT d.id, d.imei, d.tracker_id, EXISTS (SELECT 1 FROM device_periods_in_scope(d.id)) AS used
      FROM devices d WHERE d.import_id = ${id} AND d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)}
      ORDER BY d.id FOR UPDATE OF d`)
  }

  async end(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`UPDATE device_imports m SET rolled_back_at = now()
      WHERE m.id = ${id} AND ${transaction.within(sql`m.business_id`)}`)
  }
}
