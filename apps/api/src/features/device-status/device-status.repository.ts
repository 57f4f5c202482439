import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { locationHidden, visibleStates } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import { CLOCK } from '../device-clock/index.js'
import type { DeviceStatusRow, FixRow } from './device-status.row.js'
import { JUDGED_FIXES } from './quality/gps-quality.js'

/** Number of days of fixes to read. Older fixes do not show the present state. */
const LOOK_BACK_DAYS = 30
const STANDARD_TIME_ZONE = 'Europe/Amsterdam'

/** Today in a time zone. */
export interface Today {
  date: string
  time_zone: string
  starts: Date
}

@Injectable()
export class DeviceStatusRepository {
  /**
   * Finds a device, and its entity if the entity is in scope. The device is hidden when the location of its entity is hidden
   * from the caller. It is also hidden when its last state is hidden.
   */
  findDevice(transaction: ScopedTransaction, caller: Caller, deviceId: number): Promise<DeviceStatusRow | undefined> {
    return transaction.row<DeviceStatusRow>(sql`SELECT d.id, d.imei, d.model, d.protocol, d.utc_offset_minutes, ${CLOCK}, b.name AS business_name, e.id AS entity_id,
        e.name AS entity_name, (e.id IS NOT NULL AND coalesce(${locationHidden(caller)}, TRUE) OR coalesce(s.is_hidden, FALSE)) AS is_hidden, coalesce(s.last_received_at, g.heard_at) AS last_received_at
      FROM devices d JOIN businesses b ON b.id = d.business_id
      LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL AND ${transaction.within(sql`i.business_id`)}
      LEFT JOIN entities e ON e.id = i.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      LEFT JOIN entity_privacy p ON p.entity_id = e.id
      LEFT JOIN ${visibleStates(caller)} s ON s.device_id = d.id AND ${transaction.within(sql`s.business_id`)}
      LEFT JOIN device_signs g ON g.device_id = d.id
      WHERE d.id = ${deviceId} AND ${transaction.within(sql`d.business_id`)}`)
  }

  /** Returns the fixes, newest first. */
  findFixes(transaction: ScopedTransaction, deviceId: number, now: Date): Promise<FixRow[]> {
    return transaction.rows<FixRow>(sql`SELECT * FROM device_fixes_in_scope(${deviceId}::int,
      ${now}::timestamptz - make_interval(days => ${LOOK_BACK_DAYS}), ${JUDGED_FIXES}::int)`)
  }

  /** Returns the numbers of those of the last 24 hours in which data arrived. Hour 0 is the oldest. */
  async findOnlineHours(transaction: ScopedTransaction, deviceId: number, now: Date): Promise<number[]> {
    const rows = await transaction.rows<{ hour: number }>(
      sql`SELECT hour FROM device_online_hours_in_scope(${deviceId}::int, ${now}::timestamptz) AS hour`,
    )
    return rows.map(({ hour }) => hour)
  }

  /** Returns today in a time zone. The default is the caller's own time zone. */
  async findToday(transaction: ScopedTransaction, { userId }: Caller, timeZone: string | undefined): Promise<Today> {
    const today = await transaction.row<Today>(sql`SELECT zone.name AS time_zone,
        to_char(now() AT TIME ZONE zone.name, 'YYYY-MM-DD') AS date,
        start_of_day((now() AT TIME ZONE zone.name)::date, zone.name) AS starts
      FROM (SELECT coalesce(${timeZone ?? null}::text, (SELECT time_zone FROM users WHERE id = ${userId}),
        ${STANDARD_TIME_ZONE}) AS name) zone`)
    if (!today) throw new Error('a day answers one row')
    return today
  }
}
