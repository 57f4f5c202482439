import { Injectable } from '@nestjs/common'
import type { Position } from '@roadbook/geo'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { TripRow } from '../trips/index.js'
import { daySums } from '../../day-sums/index.js'
import type { NearestDaysDto, ReportDayDto } from './dto/report.dto.js'
import { isTripOf, tripKeys, tripLines } from './kinds/all.js'
import { daysAsked, endOf, startOf, tenths } from './kinds/report-kind.js'
import type { Subject } from './report-subjects.repository.js'

/** Maximum trips of one vehicle on screen. A file contains all of them. */
const MAX_TRIPS = 2_000
const LINES_AT_ONCE = 50

/** Data of one vehicle in a period. */
interface Period {
  days: ReportDayDto[]
  trips: TripRow[]
  maxSpeed: number | null
  nearest: NearestDaysDto | null
}

@Injectable()
export class ReportsRepository {
  async findPeriod(transaction: ScopedTransaction, subject: Subject): Promise<Period> {
    const days = await transaction.rows<ReportDayDto & Record<string, unknown>>(sql`SELECT day, trips::int AS trips,
        distance_m::float8 AS distance_m, duration_s::float8 AS duration_s, idle_s::float8 AS idle_s
      FROM (${daySums(transaction, subject.caller, daysAsked(subject))}) d ORDER BY day`)
    const trips = await tripLines(transaction, subject, await tripKeys(transaction, subject, MAX_TRIPS))
    const nearest = days.length > 0 ? null : await this.findNearest(transaction, subject)
    return { days, trips, maxSpeed: await this.findMaxSpeed(transaction, subject), nearest }
  }

  /** Returns the lines of trips for a map. Each statement reads only a few trips, because reading a line takes long. */
  async findLines(transaction: ScopedTransaction, subject: Subject, ids: readonly number[]): Promise<Position[][]> {
    const lines = new Map<number, Position[]>(ids.map((id) => [id, []]))
    for (let at = 0; at < ids.length; at += LINES_AT_ONCE) {
      const points = await transaction.rows<{ trip_id: number; latitude: number; longitude: number }>(sql`
        SELECT t.id AS trip_id, w.latitude, w.longitude FROM trips t
        CROSS JOIN LATERAL waypoints_in_scope(t.device_id, t.started_at, t.ended_at) w
        WHERE t.id = ANY (${ids.slice(at, at + LINES_AT_ONCE)}::bigint[]) AND ${isTripOf(transaction, subject)}
          AND w.validity = 0 AND w.latitude IS NOT NULL
        ORDER BY t.id, w.positioned_at`)
      for (const { trip_id, latitude, longitude } of points) lines.get(trip_id)?.push({ latitude, longitude })
    }
    return [...lines.values()]
  }

  async nameOfGroup(transaction: ScopedTransaction, id: number): Promise<string> {
    const group = await transaction.row<{ name: string }>(sql`SELECT t.name FROM tags t WHERE t.id = ${id}`)
    return group?.name ?? ''
  }

  private async findMaxSpeed(transaction: ScopedTransaction, subject: Subject): Promise<number | null> {
    const row = await transaction.row<{ max: number | null }>(sql`SELECT max(t.max_speed_kph)::float8 AS max FROM trips t
      WHERE ${isTripOf(transaction, subject)}`)
    return tenths(row?.max ?? null)
  }

  /** Finds the nearest days with trips before and after an empty period. */
  private async findNearest(transaction: ScopedTransaction, subject: Subject): Promise<NearestDaysDto | null> {
    const { timeZone } = subject.wish
    const mine = sql`t.entity_id = ANY (${[...subject.shown]}::int[]) AND t.deleted_at IS NULL AND ${transaction.within(sql`t.business_id`)}`
    const row = await transaction.row<{ before: string | null; after: string | null }>(sql`SELECT
      to_char((SELECT max(t.started_at) FROM trips t WHERE ${mine} AND t.started_at < ${startOf(subject)}) AT TIME ZONE ${timeZone},
        'YYYY-MM-DD') AS before,
      to_char((SELECT min(t.started_at) FROM trips t WHERE ${mine} AND t.started_at >= ${endOf(subject)}) AT TIME ZONE ${timeZone},
        'YYYY-MM-DD') AS after`)
    return row?.before || row?.after ? { before: row.before, after: row.after } : null
  }
}
