import { Injectable } from '@nestjs/common'
import type { QueryResultRow } from 'pg'
import { LOCATION_PERMISSION, toldStates } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { Beat } from './case-signals.js'
import type { Stand } from './usual-places.js'

/** A point of the trail; degrees. */
export interface PointRow {
  positioned_at: Date
  latitude: number
  longitude: number
  speed_kph: number | null
  heading: number | null
}

/** Where it was last, with the tracker that says so. */
export interface SignalRow extends PointRow {
  moving: boolean
}

/** From when till when, both included, and how many points at most. */
export interface TrailWish {
  from: Date
  till: Date
  most: number
}

/** What is read of a vehicle's habits. */
const USUAL_DAYS = 30
const BEAT_DAYS = 3
const BEATS = 60
/** T-07. */
const LAST = 10

/**
 * Where a missing vehicle was and is. Whoever calls has made sure that it may be told: its case is open, or it is no consumer's.
 */
@Injectable()
export class CaseTrackRepository {
  /** Its usable fixes, oldest first; where there are more than asked for, the newest of each equal stretch of time. */
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

  /** Its last ten usable fixes until then, the newest first, however long ago they were within a month. */
  async findNewest(transaction: ScopedTransaction, entityId: number, till: Date): Promise<PointRow[]> {
    let rows: PointRow[] = []
    for (const days of [BEAT_DAYS, USUAL_DAYS]) {
      const from = new Date(till.getTime() - days * 86_400_000)
      rows = await transaction.rows<PointRow>(sql`SELECT w.positioned_at, w.latitude, w.longitude, w.speed_kph, w.heading
        FROM ${fixes(transaction, entityId, from, till)} WHERE w.validity = 0 AND w.latitude IS NOT NULL
        ORDER BY w.positioned_at DESC LIMIT ${LAST}`)
      if (rows.length === LAST) break
    }
    return rows
  }

  findSignal(transaction: ScopedTransaction, entityId: number): Promise<SignalRow | undefined> {
    const states = toldStates({ permissions: new Set([LOCATION_PERMISSION]) })
    return transaction.row<SignalRow>(sql`SELECT s.valid_positioned_at AS positioned_at, s.latitude / 1e7::float8 AS latitude,
        s.longitude / 1e7::float8 AS longitude, s.speed_kph, s.heading, coalesce(s.moving, FALSE) AS moving
      FROM ${states} s
      WHERE s.entity_id = ${entityId} AND s.latitude IS NOT NULL AND ${transaction.within(sql`s.business_id`)}
      ORDER BY s.valid_positioned_at DESC LIMIT 1`)
  }

  /** Its newest fixes, oldest first, as they show how often its tracker reports. */
  async findBeats(transaction: ScopedTransaction, entityId: number): Promise<Beat[]> {
    const till = new Date()
    const from = new Date(till.getTime() - BEAT_DAYS * 86_400_000)
    const rows = await transaction.rows<{ at: Date; speed_kph: number | null }>(sql`SELECT w.positioned_at AS at, w.speed_kph
      FROM ${fixes(transaction, entityId, from, till)} ORDER BY w.positioned_at DESC LIMIT ${BEATS}`)
    return rows.reverse().map(({ at, speed_kph }) => ({ at, speedKph: speed_kph }))
  }

  /** Where it stood in the month before a moment. */
  findStands(transaction: ScopedTransaction, entityId: number, till: Date): Promise<Stand[]> {
    return transaction.rows<Stand & QueryResultRow>(sql`
      SELECT latitude, longitude, from_at AS "from", least(till_at, ${till}::timestamptz) AS till FROM (
        SELECT t.stop_latitude / 1e7::float8 AS latitude, t.stop_longitude / 1e7::float8 AS longitude, t.ended_at AS from_at,
          coalesce(lead(t.started_at) OVER (ORDER BY t.started_at), ${till}::timestamptz) AS till_at
        FROM trips t
        WHERE t.entity_id = ${entityId} AND t.deleted_at IS NULL AND ${transaction.within(sql`t.business_id`)}
          AND t.started_at >= ${till}::timestamptz - make_interval(days => ${USUAL_DAYS}) AND t.started_at < ${till}
      ) stands WHERE from_at < ${till}`)
  }
}

/** What its trackers sent while they were on it. Alias: w. */
const fixes = (transaction: ScopedTransaction, entityId: number, from: Date, till: Date): Sql => sql`(
  SELECT sent.* FROM installations i CROSS JOIN LATERAL waypoints_in_scope(i.device_id,
    greatest(i.installed_at, ${from}::timestamptz), least(coalesce(i.removed_at, 'infinity'), ${till}::timestamptz)) sent
  WHERE i.entity_id = ${entityId} AND i.installed_at <= ${till} AND coalesce(i.removed_at, 'infinity') > ${from}
    AND ${transaction.within(sql`i.business_id`)}) w`
