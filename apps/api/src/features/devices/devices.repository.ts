import { Injectable } from '@nestjs/common'
import { findFirstKeys, findPageKeys, inOrderOf } from '../../lists/list-page.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { DeviceRow, DeviceValues } from './device.row.js'
import { CONNECTION, DEVICE_JOINS, DEVICE_LIST, DEVICE_STATE, deviceListSource, ICCID } from './device-list.js'
import { wantedFirmware } from './wanted-firmware.js'

const COLUMNS = sql`d.id, d.imei, d.title, d.description, d.model, ${ICCID} AS iccid, d.firmware_version, w.firmware AS wanted_firmware,
  d.settings_crc, d.protocol, d.tracker_id, ${DEVICE_STATE} AS state, ${CONNECTION} AS connection, s.last_received_at AS last_seen,
  d.business_id, b.name AS business_name, e.id AS entity_id, e.name AS entity_name, m.id AS sim_id, m.status AS sim_status,
  q.state AS update_state, d.returned_at, d.created_at, d.updated_at,
  (SELECT v.name FROM sub_vendors_of(ARRAY[d.business_id]) v) AS sub_vendor_name`

/**
 * These devices, in scope, with what hangs on them. Aliases: d device, b business, i present installation, e what it is on, s
 * its state, m its SIM, q the update that it waits for, w what it should run.
 */
const source = (transaction: ScopedTransaction, ids: readonly number[]): Sql => {
  const { b, i, e, s, m, q } = DEVICE_JOINS
  const sameBusiness = sql`o.business_id IN (SELECT shown.business_id FROM devices shown WHERE shown.id = ANY (${[...ids]}::int[]))`
  return sql`FROM devices d ${b} ${i} ${e} ${s} ${m} ${q}
    LEFT JOIN ${wantedFirmware(sameBusiness)} w ON w.business_id = d.business_id AND w.model = d.model
    WHERE ${transaction.within(sql`d.business_id`)} AND d.id = ANY (${[...ids]}::int[])`
}

@Injectable()
export class DevicesRepository {
  async findPage(transaction: ScopedTransaction, criteria: ListCriteria): Promise<{ rows: DeviceRow[]; total: number }> {
    const list = deviceListSource(transaction, criteria)
    const { keys, total } = await findPageKeys<number>(transaction, list, criteria, DEVICE_LIST)
    return { rows: await this.findAll(transaction, keys), total }
  }

  /** Of the devices of the criteria, in their order. */
  findIds(transaction: ScopedTransaction, criteria: ListCriteria, limit: number): Promise<number[]> {
    return findFirstKeys<number>(transaction, deviceListSource(transaction, criteria), criteria, DEVICE_LIST, limit)
  }

  /** In the order of the ids. */
  async findAll(transaction: ScopedTransaction, ids: readonly number[]): Promise<DeviceRow[]> {
    if (ids.length === 0) return []
    const rows = await transaction.rows<DeviceRow>(sql`SELECT ${COLUMNS} ${source(transaction, ids)}`)
    return inOrderOf(ids, rows, ({ id }) => id)
  }

  /** @param deleted whether a deleted one counts, too */
  findOne(transaction: ScopedTransaction, id: number, deleted = false): Promise<DeviceRow | undefined> {
    return transaction.row<DeviceRow>(
      sql`SELECT ${COLUMNS} ${source(transaction, [id])} AND (${deleted}::boolean OR d.deleted_at IS NULL)`,
    )
  }

  /** The same, locked against other changes until the transaction ends. */
  async lock(transaction: ScopedTransaction, id: number, deleted = false): Promise<DeviceRow | undefined> {
    await transaction.rows(sql`SELECT d.id FROM devices d WHERE d.id = ${id} AND ${transaction.within(sql`d.business_id`)}
      FOR UPDATE`)
    return this.findOne(transaction, id, deleted)
  }

  /** Those of them in scope, deleted ones too, locked against other changes until the transaction ends. */
  async lockAll(transaction: ScopedTransaction, ids: readonly number[]): Promise<DeviceRow[]> {
    await transaction.rows(sql`SELECT d.id FROM devices d WHERE d.id = ANY (${[...ids]}::int[])
      AND ${transaction.within(sql`d.business_id`)} ORDER BY d.id FOR UPDATE`)
    return this.findAll(transaction, ids)
  }

  /** A new device, or a deleted one of the scope that is wanted again. Undefined when the IMEI is somebody's. */
  async add(
    transaction: ScopedTransaction,
    one: DeviceValues,
    businessId: number,
    createdBy: number,
    importId: number | null = null,
  ): Promise<number | undefined> {
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO devices
        (imei, title, description, model, iccid, firmware_version, settings_crc, tracker_id, business_id, created_by, import_id)
      VALUES (${one.imei}, ${one.title}, ${one.description}, ${one.model}, ${one.iccid}, ${one.firmware_version},
        ${one.settings_crc}, ${one.tracker_id}, ${businessId}, ${createdBy}, ${importId})
      ON CONFLICT (imei) DO NOTHING RETURNING id`)
    if (added) return added.id
    const revived = await transaction.row<{ id: number }>(sql`UPDATE devices d SET deleted_at = NULL, returned_at = NULL,
        business_id = ${businessId}, title = ${one.title}, description = ${one.description}, model = ${one.model},
        iccid = ${one.iccid}, firmware_version = coalesce(${one.firmware_version}, d.firmware_version),
        settings_crc = coalesce(${one.settings_crc}, d.settings_crc), tracker_id = ${one.tracker_id}, import_id = ${importId}
      WHERE d.imei = ${one.imei} AND d.deleted_at IS NOT NULL AND ${transaction.within(sql`d.business_id`)} RETURNING d.id`)
    return revived?.id
  }

  async save(transaction: ScopedTransaction, id: number, one: DeviceValues, returned: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE devices d SET title = ${one.title}, description = ${one.description},
        model = ${one.model}, iccid = ${one.iccid}, firmware_version = ${one.firmware_version},
        settings_crc = ${one.settings_crc}, tracker_id = ${one.tracker_id},
        returned_at = CASE WHEN ${returned}::boolean THEN coalesce(d.returned_at, now()) END, updated_at = clock_timestamp()
      WHERE d.id = ${id} AND ${transaction.within(sql`d.business_id`)}`)
  }

  async mark(transaction: ScopedTransaction, ids: readonly number[], deleted: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE devices d SET deleted_at = CASE WHEN ${deleted}::boolean THEN now() END
      WHERE d.id = ANY (${[...ids]}::int[]) AND ${transaction.within(sql`d.business_id`)}`)
  }

  async businessExists(transaction: ScopedTransaction, id: number): Promise<boolean> {
    const found = await transaction.row(
      sql`SELECT b.id FROM businesses b WHERE b.id = ${id} AND ${transaction.within(sql`b.id`)}`,
    )
    return found !== undefined
  }
}
