import { Injectable } from '@nestjs/common'
import type { Caller } from '../../auth/caller.js'
import { conditionsSql } from '../../lists/list-sql.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type AskedDays, dayParts } from '../../day-sums/index.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import type { Finding } from '../../resources/index.js'
import type { TripCutRow, TripDayRow, TripRow, WaypointRow } from './trip.row.js'
import { TRIP_LIST, tripRows, tripsOf } from './trip-list.js'
import type { TripPeriod } from './trip-query.js'

/** Users' entries about a trip: purpose, note and driver. */
export type Said = Pick<TripRow, 'id' | 'purpose' | 'note' | 'driver'>

@Injectable()
export class TripsRepository {
  /** Returns a page, its total, and the totals of every local day on the page. */
  async findPage(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria<TripPeriod>,
  ): Promise<{ rows: TripRow[]; total: number; isMinimum: boolean; days: TripDayRow[] }> {
    const { rows, total, isMinimum } = await TRIP_LIST.findPage(transaction, caller, criteria)
    const instants = rows.map(({ started_at }) => started_at)
    const days = rows.length > 0 ? await this.findDays(transaction, caller, criteria, instants) : []
    return { rows, total, isMinimum, days }
  }

  async findOne(transaction: ScopedTransaction, id: number, finding: Finding): Promise<TripRow | undefined> {
    const { caller, isLocked, isDeleted = false } = finding
    if (isLocked) await this.lock(transaction, [id])
    return transaction.row<TripRow>(tripRows(transaction, [id], caller, isDeleted))
  }

  /** Locks trips in the order of their ids, so that two changes of the same trips do not deadlock. */
  async lock(transaction: ScopedTransaction, ids: readonly number[]): Promise<void> {
    await transaction.rows(sql`SELECT t.id FROM trips t
      WHERE t.id = ANY (${[...ids]}::bigint[]) AND ${transaction.within(sql`t.business_id`)} ORDER BY t.id FOR UPDATE`)
  }

  async setDeleted(transaction: ScopedTransaction, id: number, isDeleted: boolean): Promise<void> {
    await transaction.rows(sql`UPDATE trips t SET deleted_at = ${isDeleted ? sql`now()` : sql`NULL`}, updated_at = clock_timestamp()
      WHERE t.id = ${id} AND ${transaction.within(sql`t.business_id`)}`)
  }

  /** Stores the users' entries about a trip. */
  async say(transaction: ScopedTransaction, { id, purpose, note, driver }: Said, userId: number): Promise<void> {
    await transaction.rows(sql`INSERT INTO trip_purposes (trip_id, purpose, note, driver, said_by)
      SELECT t.id, ${purpose}, ${note}, ${driver}, ${userId}::int FROM trips t
      WHERE t.id = ${id} AND ${transaction.within(sql`t.business_id`)}
      ON CONFLICT (trip_id) DO UPDATE SET purpose = excluded.purpose, note = excluded.note, driver = excluded.driver,
        said_by = excluded.said_by, updated_at = clock_timestamp(),
        said_at = CASE WHEN trip_purposes.purpose IS NULL THEN now() ELSE trip_purposes.said_at END`)
  }

  /**
   * Returns the waypoints of a trip, oldest first. The trip's times are values in the query instead of columns of a join, so
   * that the query planner knows the range.
   * @param aroundS number of seconds before and after the trip that are included
   */
  findWaypoints(transaction: ScopedTransaction, trip: TripRow, aroundS = 0): Promise<WaypointRow[]> {
    const [from, till] = [
      new Date(trip.started_at.getTime() - aroundS * 1_000),
      new Date(trip.ended_at.getTime() + aroundS * 1_000),
    ]
    return transaction.rows<WaypointRow>(sql`SELECT positioned_at, latitude, longitude, speed_kph, heading, altitude_m, validity,
        ignition, movement
      FROM waypoints_in_scope(${trip.device_id}::int, ${from}::timestamptz, ${till}::timestamptz)`)
  }

  /** Returns the rules for a trip: the type of its vehicle, and the rest time that the trip's business or a parent has set. */
  findCut(transaction: ScopedTransaction, { id }: TripRow): Promise<TripCutRow | undefined> {
    return transaction.row<TripCutRow>(sql`SELECT e.vehicle_type, (
        SELECT r.rest_minutes FROM trip_rests_of(t.business_id) r WHERE r.vehicle_type = e.vehicle_type
        ORDER BY r.from_id = t.business_id DESC LIMIT 1
      ) AS rest_minutes
      FROM trips t JOIN entities e ON e.id = t.entity_id WHERE t.id = ${id} AND ${transaction.within(sql`t.business_id`)}`)
  }

  /** Returns whether a trip's distance is from an odometer. Returns null when the tracker is no longer on the vehicle. */
  async hasOdometer(transaction: ScopedTransaction, { id }: TripRow): Promise<boolean | null> {
    const found = await transaction.row<{ is_told: boolean | null }>(sql`SELECT (
        SELECT o.is_counted FROM trip_odometers_in_scope(ARRAY[${id}]::bigint[]) o
      ) AS is_told FROM trips t JOIN installations i ON i.device_id = t.device_id AND i.entity_id = t.entity_id
        AND i.removed_at IS NULL WHERE t.id = ${id} AND ${transaction.within(sql`t.business_id`)}`)
    return found ? (found.is_told ?? false) : null
  }

  /**
   * Returns the totals of the days of these moments, newest first. If the list contains all trips of those days, the totals
   * come from the stored daily sums. Otherwise they are computed from the trips in the list.
   */
  private async findDays(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria<TripPeriod>,
    instants: readonly Date[],
  ): Promise<TripDayRow[]> {
    const { from = null, till = null, timeZone } = criteria.own
    const touched = await transaction.row<{ days: string[]; first: string; last: string; are_whole: boolean }>(sql`
      SELECT array_agg(day::text) AS days, min(day)::text AS first, max(day)::text AS last,
        coalesce(${from}::timestamptz <= start_of_day(min(day), ${timeZone}), TRUE)
          AND coalesce(${till}::timestamptz >= start_of_day(max(day) + 1, ${timeZone}) - interval '1 ms', TRUE) AS are_whole
      FROM (SELECT DISTINCT (instant AT TIME ZONE ${timeZone})::date AS day FROM unnest(${[...instants]}::timestamptz[]) AS instant) d`)
    if (!touched) return []
    const { days, first, last, are_whole } = touched
    const entities = are_whole ? wholeVehicles(criteria) : undefined
    const parts = entities
      ? dayParts(transaction, caller, { from: first, till: last, zone: timeZone, ...entities })
      : this.countedDays(transaction, caller, criteria, { first, last })
    return transaction.rows<TripDayRow>(sql`SELECT to_char(day, 'YYYY-MM-DD') AS date, sum(distance_m)::bigint AS distance_m,
        sum(duration_s)::bigint AS duration_s, sum(trips)::bigint AS trips
      FROM (${parts}) parts WHERE day = ANY (${days}::date[]) GROUP BY day ORDER BY day DESC`)
  }

  /**
   * Sums up the trips of the list by day. A day lasts from midnight to midnight in the time zone. It has 23 or 25 hours when
   * the clocks change.
   */
  private countedDays(
    transaction: ScopedTransaction,
    caller: Caller,
    criteria: ListCriteria<TripPeriod>,
    { first, last }: { first: string; last: string },
  ): Sql {
    const { timeZone } = criteria.own
    return sql`SELECT (t.started_at AT TIME ZONE ${timeZone})::date AS day, t.distance_m,
        round(extract(epoch FROM t.ended_at - t.started_at)) AS duration_s, 1 AS trips
      ${tripsOf(transaction, caller, criteria)} AND ${conditionsSql(criteria, TRIP_LIST.fields)}
        AND t.started_at >= start_of_day(${first}::date, ${timeZone})
        AND t.started_at < start_of_day(${last}::date + 1, ${timeZone})`
  }
}

/**
 * Returns the vehicles of the list if the list contains all their trips. Returns undefined if other filters leave some trips
 * out.
 */
function wholeVehicles({ conditions, text, join }: ListCriteria<TripPeriod>): Pick<AskedDays, 'entities'> | undefined {
  if (text !== undefined || conditions.length > 1 || join === 'or') return undefined
  const [only] = conditions
  if (!only) return {}
  return only.field === 'entity_id' ? { entities: only.values.map(Number) } : undefined
}
