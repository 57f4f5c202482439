import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { DeviceRow } from '../devices/index.js'
import type { ReturnAddressDto } from './dto/return.dto.js'
import type { CreateReturnDto } from './dto/write-return.dto.js'
import { type ReturnRow, returnRows } from './return-list.js'

@Injectable()
export class ReturnsRepository {
  findOne(transaction: ScopedTransaction, id: number): Promise<ReturnRow | undefined> {
    return transaction.row<ReturnRow>(returnRows(transaction, sql`r.id = ${id}`))
  }

  /** Finds a return and locks it until the transaction ends. */
  async lock(transaction: ScopedTransaction, id: number): Promise<ReturnRow | undefined> {
    await transaction.rows(sql`SELECT r.id FROM device_returns r
      WHERE r.id = ${id} AND ${transaction.within(sql`r.business_id`)} FOR UPDATE`)
    return this.findOne(transaction, id)
  }

  /** Finds the open return of a device. */
  findOpen(transaction: ScopedTransaction, deviceId: number): Promise<ReturnRow | undefined> {
    return transaction.row<ReturnRow>(returnRows(transaction, sql`r.device_id = ${deviceId} AND r.state = 'open'`))
  }

  async add(transaction: ScopedTransaction, device: DeviceRow, body: CreateReturnDto, by: number): Promise<number> {
    const { reason, note = null, replacement_wanted = false, ship_from: from } = body
    const added = await transaction.row<{ id: number }>(sql`INSERT INTO device_returns (device_id, imei, entity_id, business_id,
        reason, note, replacement_wanted, ship_name, ship_address, ship_postcode, ship_city, ship_country, created_by)
      VALUES (${device.id}, ${device.imei},
        (SELECT i.entity_id FROM installations i WHERE i.device_id = ${device.id} AND ${transaction.within(sql`i.business_id`)}
          ORDER BY i.installed_at DESC LIMIT 1),
        ${device.business_id}, ${reason}, ${note}, ${replacement_wanted}, ${from.name}, ${from.address}, ${from.postcode},
        ${from.city}, ${from.country}, ${by}) RETURNING id`)
    if (!added) throw new Error('a return that was just added is not in the scope of who added it')
    return added.id
  }

  async cancel(transaction: ScopedTransaction, id: number, by: number): Promise<void> {
    await transaction.rows(sql`UPDATE device_returns r SET state = 'cancelled', ended_at = now(), ended_by = ${by}
      WHERE r.id = ${id} AND ${transaction.within(sql`r.business_id`)}`)
  }

  /**
   * Suggests the sender's address. It is the address of the user's last return. If there is none, it is the address of a
   * business, if known.
   */
  async suggestAddress(
    transaction: ScopedTransaction,
    userId: number,
    businessId: number,
  ): Promise<ReturnAddressDto | undefined> {
    const last = await transaction.row<ReturnAddressDto>(sql`SELECT r.ship_name AS name, r.ship_address AS address,
        r.ship_postcode AS postcode, r.ship_city AS city, r.ship_country AS country FROM device_returns r
      WHERE r.created_by = ${userId} AND ${transaction.within(sql`r.business_id`)} ORDER BY r.created_at DESC LIMIT 1`)
    if (last) return last
    return transaction.row<ReturnAddressDto>(sql`SELECT b.name, coalesce(b.address, '') AS address,
        coalesce(b.postcode, '') AS postcode, coalesce(b.city, '') AS city,
        CASE WHEN b.country ~ '^[A-Z]{2}$' THEN b.country ELSE '' END AS country
      FROM businesses b WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)}`)
  }
}
