import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { locationHidden } from '../../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { notFound, Problem } from '../../../http/problems.js'
import type { DevicePeriod } from './device-periods.js'
import { say } from '../texts.js'

@Injectable()
export class DevicePeriodsRepository {
  /**
   * Returns the device in scope by its IMEI, or by the last six digits of its IMEI.
   * @throws Problem 404 when there is none, 409 when there are several
   */
  async get(transaction: ScopedTransaction, digits: string): Promise<{ id: number; imei: string }> {
    if (!/^(\d{6}|\d{15})$/.test(digits)) throw notFound('device')
    const [device, another] = await this.find(transaction, digits)
    if (!device) throw notFound('device')
    if (another) throw new Problem('conflict', say('several-trackers'))
    return device
  }

  /** Finds devices in scope by their IMEI, or by the last six digits of their IMEI. Finds at most two. */
  private find(transaction: ScopedTransaction, digits: string): Promise<{ id: number; imei: string }[]> {
    const matches = digits.length === 6 ? sql`right(d.imei, 6) = ${digits}` : sql`d.imei = ${digits}`
    return transaction.rows(sql`SELECT d.id, d.imei FROM devices d
      WHERE ${matches} AND d.deleted_at IS NULL AND ${transaction.within(sql`d.business_id`)} ORDER BY d.id LIMIT 2`)
  }

  /** Returns every period when the device was on an entity, oldest first. */
  findPeriods(transaction: ScopedTransaction, caller: Caller, deviceId: number): Promise<DevicePeriod[]> {
    return transaction.rows<DevicePeriod>(sql`SELECT period.installed_at, period.removed_at, period.is_own,
        period.is_customers, extract(epoch FROM period.shown_from)::float8 * 1000 AS shown_from,
        period.entity_id IS NOT NULL AND coalesce(${locationHidden(caller)}, TRUE) AS is_hidden
      FROM device_periods_in_scope(${deviceId}::int) period
      LEFT JOIN entity_privacy p ON p.entity_id = period.entity_id
      ORDER BY period.installed_at`)
  }
}
