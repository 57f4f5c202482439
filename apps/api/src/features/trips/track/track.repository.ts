import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { locationHidden } from '../../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { WaypointRow } from '../trip.row.js'

/** Positions of a vehicle, independent of its trips. */
@Injectable()
export class TrackRepository {
  /**
   * Finds the vehicle, and the part of a period when it had a tracker. Returns undefined when the vehicle is out of scope or
   * its location is hidden.
   */
  findVehicle(
    transaction: ScopedTransaction,
    caller: Caller,
    entityId: number,
    { from, till }: { from: Date; till: Date },
  ): Promise<{ name: string; is_consumers: boolean; starts: Date | null; ends: Date | null } | undefined> {
    return transaction.row(sql`SELECT e.name, e.consumer_id IS NOT NULL AS is_consumers, min(greatest(i.installed_at, ${from}::timestamptz)) AS starts,
        max(least(coalesce(i.removed_at, 'infinity'), ${till}::timestamptz)) AS ends
      FROM entities e JOIN entity_privacy p ON p.entity_id = e.id
      LEFT JOIN installations i ON i.entity_id = e.id AND i.installed_at <= ${till} AND coalesce(i.removed_at, 'infinity') > ${from}
        AND ${transaction.within(sql`i.business_id`)}
      WHERE e.id = ${entityId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
        AND NOT ${locationHidden(caller)} GROUP BY e.id`)
  }

  /**
   * Finds the readings of a vehicle's trackers while they were installed on it, oldest first. The end of the period is not
   * included.
   */
  findReadings(
    transaction: ScopedTransaction,
    caller: Caller,
    entityId: number,
    { from, before }: { from: Date; before: Date },
  ): Promise<WaypointRow[]> {
    return transaction.rows<WaypointRow>(sql`SELECT w.positioned_at, w.latitude, w.longitude, w.speed_kph, w.heading, w.altitude_m,
        w.validity
      FROM installations i JOIN entity_privacy p ON p.entity_id = i.entity_id
      CROSS JOIN LATERAL waypoints_in_scope(i.device_id, greatest(i.installed_at, ${from}::timestamptz),
        least(coalesce(i.removed_at, 'infinity'), ${before}::timestamptz)) w
      WHERE i.entity_id = ${entityId} AND i.installed_at < ${before} AND coalesce(i.removed_at, 'infinity') > ${from}
        AND ${transaction.within(sql`i.business_id`)} AND NOT ${locationHidden(caller)}
        AND w.positioned_at < ${before} AND w.positioned_at < coalesce(i.removed_at, 'infinity')
      ORDER BY w.positioned_at`)
  }
}
