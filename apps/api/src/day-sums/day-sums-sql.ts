import type { Caller } from '../auth/caller.js'
import { locationHidden } from '../auth/location-privacy.js'
import type { ScopedTransaction } from '../database/scoped-transaction.js'
import { Sql, sql } from '../database/sql.js'

/** Period of local days (`YYYY-MM-DD`) in a time zone, and its vehicles. The first and the last day are included. */
export interface AskedDays {
  from: string
  till: string
  /** Time zone by its IANA name. */
  zone: string
  /** Ids of the vehicles, or a SELECT of the ids. If absent, all vehicles that the caller may see. */
  entities?: Sql | readonly number[]
}

/** Reader whose permissions decide whether hidden vehicles are included. */
type Reader = Pick<Caller, 'permissions'>

/** Sums of a vehicle's visible trips that began on a local day. */
export interface DaySum {
  entity_id: number
  /** Local day in the form YYYY-MM-DD. */
  day: string
  trips: number
  distance_m: number
  duration_s: number
  idle_s: number
  /** Sum of the average speeds of the trips, in tenths of km/h. */
  speed_tenths_kph: number
}

/**
 * Returns a SELECT of {@link DaySum}s for further aggregation. Reports, analytics, the list of trips and Home all use it, so
 * that their numbers agree. A trip counts on the day when it began, even while it is open. Deleted trips do not count. Trips
 * of vehicles with a location that is hidden from the caller do not count either.
 */
export const daySums = (transaction: ScopedTransaction, caller: Reader, asked: AskedDays): Sql => sql`
  SELECT entity_id, day::text AS day, sum(trips)::bigint AS trips, sum(distance_m)::bigint AS distance_m,
    sum(duration_s)::bigint AS duration_s, sum(idle_s)::bigint AS idle_s, sum(speed_tenths_kph)::bigint AS speed_tenths_kph
  FROM (${dayParts(transaction, caller, asked)}) parts GROUP BY entity_id, day`

/**
 * Returns the rows of {@link daySums} before aggregation. There are one or more rows per vehicle and day, and `day` is a
 * date. If a stored zone has the same days as the requested zone, the stored sums are read. Otherwise the trips are summed
 * up. Trips are also summed up if the stored sums may include hidden trips (`moved`, migration 44).
 */
export const dayParts = (transaction: ScopedTransaction, caller: Reader, asked: AskedDays): Sql => sql`
  WITH kept AS MATERIALIZED (SELECT summary_zone_for(${asked.zone}, ${asked.from}::date, ${asked.till}::date) AS zone_id)
  SELECT d.entity_id, d.day, d.trips::bigint AS trips, d.distance_m, d.duration_s, d.idle_s, d.speed_tenths_kph
  FROM trip_days d JOIN entity_privacy p ON p.entity_id = d.entity_id
  WHERE d.zone_id = (SELECT zone_id FROM kept) AND d.day BETWEEN ${asked.from}::date AND ${asked.till}::date
    AND ${transaction.within(sql`d.business_id`)} AND ${ofEntities(sql`d.entity_id`, asked)} AND NOT ${locationHidden(caller)}
  UNION ALL
  SELECT t.entity_id, t.local_start::date, count(*), sum(t.distance_m), sum(t.duration_s), sum(t.idle_s), sum(t.speed_tenths_kph)
  FROM (${startedTrips(transaction, caller, asked)}) t
  WHERE (SELECT zone_id FROM kept) IS NULL
  GROUP BY 1, 2
  UNION ALL
  SELECT t.entity_id, t.local_start::date, count(*), sum(t.distance_m), sum(t.duration_s), sum(t.idle_s), sum(t.speed_tenths_kph)
  FROM (${startedTrips(transaction, caller, asked)}) t
  JOIN (
    SELECT device_id, entity_id, max(coalesce(moved_at, removed_at, 'infinity')) AS till
    FROM installations WHERE followed_consumer_id IS NOT NULL GROUP BY device_id, entity_id
  ) doubted ON doubted.device_id = t.device_id AND doubted.entity_id = t.entity_id
    AND start_of_day(t.local_start::date, ${asked.zone}) < doubted.till
  WHERE (SELECT zone_id FROM kept) IS NOT NULL
  GROUP BY 1, 2`

/** Returns the single trips behind these sums, with their local start in the requested zone. */
export const startedTrips = (transaction: ScopedTransaction, caller: Reader, asked: AskedDays): Sql => sql`
  SELECT t.id, t.entity_id, t.device_id, t.started_at, t.started_at AT TIME ZONE ${asked.zone} AS local_start, t.distance_m,
    round(extract(epoch FROM t.ended_at - t.started_at))::int AS duration_s, t.idle_s,
    round(t.average_speed_kph * 10)::int AS speed_tenths_kph
  FROM trips t JOIN entity_privacy p ON p.entity_id = t.entity_id
  WHERE t.started_at >= start_of_day(${asked.from}::date, ${asked.zone})
    AND t.started_at < start_of_day(${asked.till}::date + 1, ${asked.zone}) AND t.deleted_at IS NULL
    AND ${transaction.within(sql`t.business_id`)} AND ${ofEntities(sql`t.entity_id`, asked)} AND NOT ${locationHidden(caller)}`

/** Returns the condition that the entity in a column is one of the requested ones. */
export function ofEntities(column: Sql, { entities }: Pick<AskedDays, 'entities'>): Sql {
  if (!entities) return sql`TRUE`
  return entities instanceof Sql ? sql`${column} IN (${entities})` : sql`${column} = ANY (${[...entities]}::int[])`
}
