import { Inject, Injectable } from '@nestjs/common'
import type { VehicleType } from '@roadbook/contracts'
import type pg from 'pg'
import { API_POOL } from '../configuration.js'
import { RequestDatabase } from '../database/request-database.js'
import { sql } from '../database/sql.js'
import type { TracePoint } from './road-matcher.js'

/** A waiting trip with the values that it had when it was queued. */
export interface WaitingTrip {
  id: number
  device_id: number
  vehicle_type: VehicleType
  started_at: Date
  ended_at: Date
}

/** Maximum trips per pass. The next pass continues after these trips. */
const MOST_TRIPS = 5_000
/**
 * A pass finds only trips that were closed at least this many seconds ago. Every transaction that closes trips is committed
 * within this time. So no trip is added to a period after a pass has processed it.
 */
const SETTLED_S = 60
/**
 * Maximum age of trips in days. After a long pause of the job or with a new service, older trips may have no match. They
 * get one only if they are recalculated.
 */
const MOST_DAYS = 1
/**
 * Minutes that a trip waits after a failure. Each further failure of the trip doubles the wait, so that a trip that the
 * service cannot match does not delay the other trips.
 */
const AGAIN_AFTER_MIN = 10
const MOST_DOUBLINGS = 6
/** Number of failures after which a trip stays without a match. */
const MOST_FAILURES = 8

/**
 * Trips of all businesses that wait for road matching. A job uses these queries. Requests do not. A match belongs to one
 * version of a trip. The consumer process recalculates trips without changing their matches. Recalculated trips are therefore
 * found here by the time when they were written.
 */
@Injectable()
export class MatchQueueRepository {
  constructor(
    @Inject(API_POOL) private readonly pool: pg.Pool,
    private readonly database: RequestDatabase,
  ) {}

  /**
   * Queues closed trips. Leaves out vehicles with a location that the business may not see, so that their coordinates are not
   * sent to the matching service.
   */
  async walk(): Promise<void> {
    await this.pool.query(
      `WITH pass AS (SELECT greatest(walked_until, now() - make_interval(days => $1)) AS since FROM road_matcher_state), page AS (
         SELECT t.id, t.entity_id, t.started_at, t.ended_at, t.distance_m, t.waypoint_count, t.deleted_at, t.closed_at FROM trips t, pass
         WHERE t.closed_at > pass.since AND t.closed_at <= now() - make_interval(secs => $2) ORDER BY t.closed_at LIMIT $3
       ), waiting AS (
         INSERT INTO trip_matches AS m (trip_id, started_at, ended_at, measured_m, waypoint_count)
         SELECT t.id, t.started_at, t.ended_at, t.distance_m, t.waypoint_count
         FROM page t JOIN trips now ON now.id = t.id JOIN entity_privacy p ON p.entity_id = t.entity_id
         WHERE NOT now.is_open AND t.deleted_at IS NULL AND NOT p.hidden_from_business AND t.waypoint_count > 1
           AND NOT ${isOnPaper('now')}
         ON CONFLICT (trip_id) DO UPDATE SET started_at = excluded.started_at, ended_at = excluded.ended_at,
           measured_m = excluded.measured_m, waypoint_count = excluded.waypoint_count,
           due_at = now(), failures = 0, matched_at = NULL, distance_m = NULL
         WHERE (m.started_at, m.ended_at, m.measured_m, m.waypoint_count) IS DISTINCT FROM
           (excluded.started_at, excluded.ended_at, excluded.measured_m, excluded.waypoint_count)
       )
       UPDATE road_matcher_state SET walked_until = coalesce((SELECT max(closed_at) FROM page), (SELECT since FROM pass))`,
      [MOST_DAYS, SETTLED_S, MOST_TRIPS],
    )
  }

  /**
   * Returns the trips to match next. Those that are due for longest come first. The trips must be unchanged, and visible to at
   * least one user.
   */
  async next(most: number): Promise<WaitingTrip[]> {
    const { rows } = await this.pool.query<WaitingTrip>(
      `SELECT t.id, t.device_id, e.vehicle_type, t.started_at, t.ended_at
       FROM trip_matches m JOIN trips t ON t.id = m.trip_id AND ${AS_CUT}
       JOIN entities e ON e.id = t.entity_id JOIN entity_privacy p ON p.entity_id = t.entity_id
       WHERE m.matched_at IS NULL AND m.due_at <= clock_timestamp() AND m.failures < $2
         AND t.deleted_at IS NULL AND NOT p.hidden_from_business AND NOT ${isOnPaper('t')}
       ORDER BY m.due_at LIMIT $1`,
      [most, MOST_FAILURES],
    )
    return rows
  }

  /** Returns the trip's usable fixes, oldest first. */
  async pointsOf({ device_id, started_at, ended_at }: WaitingTrip): Promise<TracePoint[]> {
    const fixes = await this.database.read('all', (transaction) =>
      transaction.rows<{ latitude: number; longitude: number; time_s: number }>(sql`
        SELECT latitude, longitude, round(extract(epoch FROM positioned_at))::float8 AS time_s
        FROM waypoints_in_scope(${device_id}::int, ${started_at}::timestamptz, ${ended_at}::timestamptz)
        WHERE validity = 0 AND latitude IS NOT NULL`),
    )
    return fixes.map(({ latitude, longitude, time_s }) => ({ latitude, longitude, timeS: time_s }))
  }

  async answer(trip: WaitingTrip, distanceM: number | undefined): Promise<void> {
    await this.pool.query(`UPDATE trip_matches SET distance_m = $4, matched_at = clock_timestamp() WHERE ${OF_TRIP}`, [
      ...valuesOf(trip),
      distanceM ?? null,
    ])
  }

  async putOff(trip: WaitingTrip): Promise<void> {
    await this.pool.query(
      `UPDATE trip_matches SET failures = failures + 1,
         due_at = clock_timestamp() + make_interval(mins => ${AGAIN_AFTER_MIN} * (1 << least(failures, ${MOST_DOUBLINGS})))
       WHERE ${OF_TRIP}`,
      valuesOf(trip),
    )
  }
}

/**
 * Returns the condition that a trip's tracker was on the vehicle only by an entry in Roadbook, without proof. Requests do not
 * see such trips (the policy `moved`), so they are not sent to a service either.
 */
const isOnPaper = (trip: string) => `EXISTS (
  SELECT FROM installations i
  WHERE i.device_id = ${trip}.device_id AND i.entity_id = ${trip}.entity_id AND i.followed_consumer_id IS NOT NULL
    AND coalesce(${trip}.ended_at, 'infinity') > i.installed_at AND ${trip}.started_at < coalesce(i.moved_at, i.removed_at, 'infinity')
)`
/** Condition that a trip has not been recalculated since it was queued. */
const AS_CUT = `(m.started_at, m.ended_at, m.measured_m, m.waypoint_count) = (t.started_at, t.ended_at, t.distance_m, t.waypoint_count)`
/**
 * Condition that a queued trip has not changed since this process read it. The stored times are rounded down to milliseconds,
 * because a JavaScript `Date` has no microseconds.
 */
const OF_TRIP = `trip_id = $1 AND matched_at IS NULL
  AND date_trunc('milliseconds', started_at) = $2 AND date_trunc('milliseconds', ended_at) = $3`
const valuesOf = ({ id, started_at, ended_at }: WaitingTrip) => [id, started_at, ended_at]
