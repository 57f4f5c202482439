import { Injectable } from '@nestjs/common'
import { LOCATION_PERMISSION, visibleStates } from '../auth/location-privacy.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { type Sql, sql } from '../database/sql.js'

/** A point of the trail. Coordinates are in degrees. */
export interface PointRow {
  positioned_at: Date
  latitude: number
  longitude: number
  speed_kph: number | null
  heading: number | null
}

/** Last position of a vehicle, and whether it was moving. */
export interface SignalRow extends PointRow {
  moving: boolean
}

/** Period, and the maximum number of points. The start and the end of the period are included. */
export interface TrailWish {
  from: Date
  till: Date
  most: number
}

/**
 * A vehicle's past and present positions. The caller must have checked that they may be shown: the vehicle must have an open
 * case, or must not belong to a consumer.
 */
@Injectable()
export class TrackRepository {
  /**
   * Returns the vehicle's usable fixes, oldest first. If there are too many, divides the period into equal parts and returns
   * the newest fix of each.
   */
  async findTrail(transaction: ScopedTransaction, entityId: number, { from, till, most }: TrailWish): Promise<PointRow[]> {
    const stretchS = Math.max((till.getTime() - from.getTime()) / 1_000 / most, 1)
    const rows =
      await transaction.rows<PointRow>(sql`SELECT DISTINCT ON (stretch) positioned_at, latitude, longitude, speed_kph, heading
      FROM (
        SELECT w.*, floor(extract(epoch FROM w.positioned_at - ${from}::timestamptz) / ${stretchS}::float8) AS stretch
        FROM ${fixes(transaction, entityId, from, till)} WHERE w.validity = 0 AND w.latitude IS NOT NULL
      ) stretched ORDER BY stretch DESC, positioned_at DESC LIMIT ${most}`)
    return rows.reverse()
  }

  /** Returns the last position of the vehicle's newest tracker. */
  findSignal(transaction: ScopedTransaction, entityId: number): Promise<SignalRow | undefined> {
    const states = visibleStates({ permissions: new Set([LOCATION_PERMISSION]) })
    return transaction.row<SignalRow>(sql`SELECT s.valid_positioned_at AS positioned_at, s.latitude / 1e7::float8 AS latitude,
        s.longitude / 1e7::float8 AS longitude, s.speed_kph, s.heading, coalesce(s.moving, FALSE) AS moving
      FROM ${states} s
      WHERE s.entity_id = ${entityId} AND s.latitude IS NOT NULL AND ${transaction.within(sql`s.business_id`)}
      ORDER BY s.valid_positioned_at DESC LIMIT 1`)
  }
}

/** Selects the fixes of the vehicle's trackers while they were on it. Alias: w. */
export const fixes = (transaction: ScopedTransaction, entityId: number, from: Date, till: Date): Sql => sql`(
  SELECT sent.* FROM installations i CROSS JOIN LATERAL waypoints_in_scope(i.device_id,
    greatest(i.installed_at, ${from}::timestamptz), least(coalesce(i.removed_at, 'infinity'), ${till}::timestamptz)) sent
  WHERE i.entity_id = ${entityId} AND i.installed_at <= ${till} AND coalesce(i.removed_at, 'infinity') > ${from}
    AND ${transaction.within(sql`i.business_id`)}) w`
