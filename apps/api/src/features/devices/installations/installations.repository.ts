import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { Locale } from '../../../texts/locale.js'

/** Locked entity that a device is installed on next. */
export interface CarrierRow {
  id: number
  name: string
  business_id: number
  vehicle_type: string
  can_install_devices: boolean
  /** Device that is on the entity now. */
  device_id: number | null
}

/** Customer to notify about a tracker, and the name of their vehicle. */
export interface CustomerRow {
  first_name: string
  email: string | null
  locale: Locale
  entity_name: string
  /** Business that made the change. */
  business_name: string
}

/**
 * Installs devices on entities and removes them. On each change, database triggers preserve the vehicle's odometer reading,
 * start the intervals of its maintenance plans and update its alerts. The triggers are in `docs/schema/installations.sql`.
 */
@Injectable()
export class InstallationsRepository {
  /** Returns the id of a device in scope. */
  async findByImei(transaction: ScopedTransaction, imei: string): Promise<number | undefined> {
    const found = await transaction.row<{ id: number }>(sql`SELECT d.id FROM devices d
      WHERE d.imei = ${imei} AND d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)}`)
    return found?.id
  }

  /** Locks two devices in the order of their ids, so that two swaps of the same devices do not deadlock. */
  async lockBoth(transaction: ScopedTransaction, id: number, imei: string): Promise<void> {
    await transaction.rows(sql`SELECT d.id FROM devices d
      WHERE (d.id = ${id} OR d.imei = ${imei}) AND ${transaction.within(sql`d.business_id`)} ORDER BY d.id FOR UPDATE`)
  }

  async lockCarrier(transaction: ScopedTransaction, entityId: number): Promise<CarrierRow | undefined> {
    return transaction.row<CarrierRow>(sql`SELECT e.id, e.name, e.business_id, e.vehicle_type, b.can_install_devices,
        (SELECT i.device_id FROM installations i WHERE i.entity_id = e.id AND i.removed_at IS NULL) AS device_id
      FROM entities e JOIN businesses b ON b.id = e.business_id
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} FOR UPDATE OF e`)
  }

  /**
   * Installs the device on the entity and moves the device to the entity's business. The installation begins no earlier than
   * the previous installations of the device and of the entity end.
   */
  async begin(transaction: ScopedTransaction, deviceId: number, entity: CarrierRow, by: number): Promise<void> {
    await transaction.rows(sql`UPDATE devices d SET business_id = ${entity.business_id}, updated_at = clock_timestamp()
      WHERE d.id = ${deviceId} AND ${transaction.within(sql`d.business_id`)}`)
    await transaction.rows(sql`INSERT INTO installations (device_id, entity_id, business_id, installed_at, installed_by)
      SELECT ${deviceId}::int, ${entity.id}::int, ${entity.business_id}::int,
        greatest(now(), (SELECT max(period.removed_at) FROM device_periods_in_scope(${deviceId}::int) period),
          (SELECT max(i.removed_at) FROM installations i WHERE i.entity_id = ${entity.id}::int)), ${by}::int`)
  }

  /**
   * Removes the device from its vehicle, and clears the protocol that the device is bound to. While the device is off a
   * vehicle, its firmware and thus its protocol may change. The next verification binds the device to a protocol again.
   */
  async end(transaction: ScopedTransaction, deviceId: number, by: number, reason: string, returned: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE installations i SET removed_by = ${by}, removal_reason = ${reason},
        removed_at = greatest(now(), i.installed_at + interval '1 millisecond')
      WHERE i.device_id = ${deviceId} AND i.removed_at IS NULL AND ${transaction.within(sql`i.business_id`)}`)
    await transaction.rows(sql`UPDATE devices d SET updated_at = clock_timestamp(),
        returned_at = CASE WHEN ${returned}::boolean THEN now() END, bound_protocol = NULL
      WHERE d.id = ${deviceId} AND ${transaction.within(sql`d.business_id`)}`)
  }

  /** Returns the customer who has the vehicle. */
  customerOfEntity(transaction: ScopedTransaction, entityId: number): Promise<CustomerRow | undefined> {
    return transaction.row<CustomerRow>(sql`SELECT k.first_name, k.email, k.locale, e.name AS entity_name,
        b.name AS business_name
      FROM entities e JOIN consumers k ON k.id = e.consumer_id JOIN businesses b ON b.id = e.business_id
      WHERE e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)}`)
  }

  /**
   * Returns the customer of the vehicle from which this vehicle's tracker was removed. The former vehicle may belong to
   * another business.
   */
  followedCustomer(transaction: ScopedTransaction, entityId: number): Promise<CustomerRow | undefined> {
    return transaction.row<CustomerRow>(sql`SELECT customer.* FROM installations i
      CROSS JOIN LATERAL installation_customer(i.id) customer
      WHERE i.entity_id = ${entityId} AND i.removed_at IS NULL AND ${transaction.within(sql`i.business_id`)}`)
  }

  async markReturned(transaction: ScopedTransaction, deviceId: number, returned: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE devices d SET updated_at = clock_timestamp(),
        returned_at = CASE WHEN ${returned}::boolean THEN coalesce(d.returned_at, now()) END,
        bound_protocol = CASE WHEN NOT ${returned}::boolean THEN d.bound_protocol END
      WHERE d.id = ${deviceId} AND ${transaction.within(sql`d.business_id`)}`)
  }
}
