import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { findFirstKeys, findPageKeys, inOrderOf, type ListSource } from '../../lists/list-page.js'
import { conditionsSql } from '../../lists/list-sql.js'
import { locationHidden } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { TripCsvRow, TripDayRow, TripRow, WaypointRow } from './trip.row.js'
import { TRIP_LIST } from './trip-list.js'
import type { TripPeriod } from './trip-query.js'

const COLUMNS = sql`t.id, t.entity_id, t.device_id, t.started_at, t.ended_at, t.is_open, t.deleted_at,
  t.start_latitude / 1e7::float8 AS start_latitude, t.start_longitude / 1e7::float8 AS start_longitude,
  t.stop_latitude / 1e7::float8 AS stop_latitude, t.stop_longitude / 1e7::float8 AS stop_longitude,
  t.distance_m, t.average_speed_kph, t.max_speed_kph, t.idle_s, t.waypoint_count,
  (
    SELECT min(n.started_at) FROM trips n
    WHERE n.entity_id = t.entity_id AND n.started_at > t.started_at AND n.deleted_at IS NULL
  ) AS next_started_at`

/** Trips that the caller may know of: in scope, not deleted, and not of a vehicle whose whereabouts are hidden. */
const visible = (transaction: ScopedTransaction, caller: Caller): Sql => sql`${FROM} WHERE ${seen(transaction, caller)}`
const FROM = sql`FROM trips t JOIN entity_privacy p ON p.entity_id = t.entity_id`
const seen = (transaction: ScopedTransaction, caller: Caller): Sql =>
  sql`${transaction.within(sql`t.business_id`)} AND t.deleted_at IS NULL AND NOT ${locationHidden(caller)}`

const started = ({ from, till }: TripPeriod): Sql =>
  sql`${from ? sql`t.started_at >= ${from}` : sql`TRUE`} AND ${till ? sql`t.started_at <= ${till}` : sql`TRUE`}`

const listSource = (transaction: ScopedTransaction, caller: Caller, period: TripPeriod): ListSource => ({
  ...{ key: sql`t.id`, from: FROM, where: sql`${seen(transaction, caller)} AND ${started(period)}` },
})

@Injectable()
export class TripsRepository {
  /** A page, its total, and the whole totals of every local day that the page touches. */
  async findPage(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria,
    period: TripPeriod,
  ): Promise<{ rows: TripRow[]; total: number; days: TripDayRow[] }> {
    const selected = sql`${visible(transaction, caller)} AND ${started(period)} AND ${conditionsSql(criteria, TRIP_LIST)}`
    const list = listSource(transaction, caller, period)
    const { keys, total } = await findPageKeys<number>(transaction, list, criteria, TRIP_LIST)
    const found = await transaction.rows<TripRow>(
      sql`SELECT ${COLUMNS} ${visible(transaction, caller)} AND t.id = ANY (${keys}::bigint[])`,
    )
    const rows = inOrderOf(keys, found, ({ id }) => id)
    const instants = rows.map(({ started_at }) => started_at)
    const days = instants.length > 0 ? await this.findDays(transaction, selected, instants, period.timeZone) : []
    return { rows, total, days }
  }

  /** Of the trips of the criteria and the period, in their order. */
  findIds(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria,
    period: TripPeriod,
    limit: number,
  ): Promise<number[]> {
    return findFirstKeys<number>(transaction, listSource(transaction, caller, period), criteria, TRIP_LIST, limit)
  }

  /** In the order of the ids; without those that the caller may not know of any more. */
  async findForCsv(transaction: ScopedTransaction, caller: Caller, ids: readonly number[]): Promise<TripCsvRow[]> {
    const rows = await transaction.rows<TripCsvRow>(sql`SELECT ${COLUMNS}, e.name AS entity_name, e.frame_number,
        e.license_plate, e.consumer_id IS NOT NULL AS is_consumers
      ${FROM} JOIN entities e ON e.id = t.entity_id WHERE ${seen(transaction, caller)} AND t.id = ANY (${[...ids]}::bigint[])`)
    return inOrderOf(ids, rows, ({ id }) => id)
  }

  findOne(transaction: ScopedTransaction, caller: Caller, id: number): Promise<TripRow | undefined> {
    return transaction.row<TripRow>(sql`SELECT ${COLUMNS} ${visible(transaction, caller)} AND t.id = ${id}`)
  }

  /** Oldest first. Two steps, trip then range, so that the range is constants to the planner. */
  findWaypoints(transaction: ScopedTransaction, trip: TripRow): Promise<WaypointRow[]> {
    return transaction.rows<WaypointRow>(sql`SELECT positioned_at, latitude, longitude, speed_kph, heading, validity
      FROM waypoints_in_scope(${trip.device_id}::int, ${trip.started_at}::timestamptz, ${trip.ended_at}::timestamptz)`)
  }

  /** A day lasts from midnight to midnight of the zone, so 23 or 25 hours where the clock changes. */
  private findDays(transaction: ScopedTransaction, selected: Sql, instants: Date[], timeZone: string): Promise<TripDayRow[]> {
    return transaction.rows<TripDayRow>(sql`WITH touched AS (
        SELECT DISTINCT (instant AT TIME ZONE ${timeZone})::date AS day FROM unnest(${instants}::timestamptz[]) AS instant
      ), trips_of_days AS (
        SELECT (t.started_at AT TIME ZONE ${timeZone})::date AS day, t.started_at, t.ended_at, t.distance_m ${selected}
          AND t.started_at >= (SELECT min(day) FROM touched)::timestamp AT TIME ZONE ${timeZone}
          AND t.started_at < (SELECT max(day) + 1 FROM touched)::timestamp AT TIME ZONE ${timeZone}
      )
      SELECT to_char(day, 'YYYY-MM-DD') AS date, sum(distance_m)::bigint AS distance_m,
        sum(round(extract(epoch FROM ended_at - started_at)))::bigint AS duration_s, count(*) AS trips
      FROM trips_of_days JOIN touched USING (day)
      GROUP BY day ORDER BY day DESC`)
  }
}
