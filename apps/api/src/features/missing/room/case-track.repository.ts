import { Injectable } from '@nestjs/common'
import type { QueryResultRow } from 'pg'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import { fixes, type PointRow, TrackRepository } from '../../../sharing/index.js'
import type { Beat } from '../alarms/case-signals.js'
import type { Stand } from '../alarms/usual-places.js'

/**
 * Number of past days from which the usual places are found. The next two constants limit the data for the usual reporting
 * interval: the days, and the number of fixes.
 */
const USUAL_DAYS = 30
const BEAT_DAYS = 3
const BEATS = 60
/** Number of last positions in the evidence (T-07). */
const LAST = 10

/**
 * Locations of a missing vehicle. The caller must make sure that the locations may be shown. They may be shown if the case is
 * open, or if the vehicle does not belong to a consumer.
 */
@Injectable()
export class CaseTrackRepository extends TrackRepository {
  /** Finds the vehicle's last ten valid fixes up to a moment, newest first. They are at most 30 days old. */
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

  /** Finds the vehicle's newest fixes, oldest first, to estimate how often its tracker reports. */
  async findBeats(transaction: ScopedTransaction, entityId: number): Promise<Beat[]> {
    const till = new Date()
    const from = new Date(till.getTime() - BEAT_DAYS * 86_400_000)
    const rows = await transaction.rows<{ at: Date; speed_kph: number | null }>(sql`SELECT w.positioned_at AS at, w.speed_kph
      FROM ${fixes(transaction, entityId, from, till)} ORDER BY w.positioned_at DESC LIMIT ${BEATS}`)
    return rows.reverse().map(({ at, speed_kph }) => ({ at, speedKph: speed_kph }))
  }

  /** Finds the vehicle's stays in the 30 days before a moment. */
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
