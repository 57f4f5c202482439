import type { VehicleType } from '@roadbook/contracts'
import { distanceM } from '@roadbook/geo'
import { createTrackStore, type WaypointRow } from '@roadbook/track-store'
import type pg from 'pg'

/**
 * A period in which, according to people's corrections, the rules begin or end trips wrongly. It contains everything that
 * is needed to improve the rules. It contains no places, no dates, and no data of a vehicle, tracker, business or person.
 */
export interface TripCase {
  /** Correction by people. `one-trip`: they joined trips. `no-trip`: they deleted a trip. */
  said: 'one-trip' | 'no-trip'
  vehicle_type: VehicleType
  /**
   * Length in minutes of a rest that ends a trip, if the business has set one. Null if the default of the vehicle type
   * applies.
   */
  rest_minutes: number | null
  /** Start of the corrected period, in seconds since the first reading. */
  from_s: number
  till_s: number
  readings: CaseReading[]
}

interface CaseReading {
  /** Seconds since the first reading. */
  at_s: number
  /** Metres from the previous reading (`step_m`) and from the first one, to the nearest ten. Null without a position. */
  step_m: number | null
  away_m: number | null
  speed_kph: number | null
  ignition: boolean | null
  movement: boolean | null
  /** Increase of the odometer since the previous reading, in metres. */
  counted_m: number | null
  satellites: number | null
  validity: number
}

/**
 * Readings of this many minutes before and after the corrected period are included, too, because they made the rules begin or
 * end a trip.
 */
const AROUND_MINUTES = 30
const ROUNDED_M = 10

/**
 * Yields the periods in which people corrected trips since a time (milliseconds since 1970 UTC), the oldest correction first.
 * Includes only vehicles that their business may locate, and only times when the tracker was on the vehicle. Leaves out trips
 * whose readings have expired.
 */
export async function* tripCases(pool: pg.Pool, since: number): AsyncGenerator<TripCase> {
  const { rows } = await pool.query<Corrected>(CORRECTED, [new Date(since), AROUND_MINUTES])
  const store = createTrackStore(pool)
  for (const { device_id, from_at, till_at, read_from, read_till, ...about } of rows) {
    const fixes = (await store.readWaypoints(device_id, read_from.getTime(), read_till.getTime())).map(({ fix }) => fix)
    const [first] = fixes
    if (!first) continue
    const seconds = (moment: number) => Math.round((moment - first.positionedAt) / 1_000)
    const anchor = fixes.find(({ latitude }) => latitude !== undefined)
    yield {
      ...about,
      from_s: seconds(from_at.getTime()),
      till_s: seconds(till_at.getTime()),
      readings: fixes.map((fix, at) => ({ at_s: seconds(fix.positionedAt), ...readingOf(fix, fixes[at - 1], anchor) })),
    }
  }
}

type Fix = WaypointRow['fix']

function readingOf(fix: Fix, before: Fix | undefined, anchor: Fix | undefined): Omit<CaseReading, 'at_s'> {
  return {
    step_m: metresBetween(before, fix),
    away_m: metresBetween(anchor, fix),
    speed_kph: fix.speedKph ?? null,
    ignition: fix.ignition ?? null,
    movement: fix.movement ?? null,
    counted_m: before?.odometerM === undefined || fix.odometerM === undefined ? null : fix.odometerM - before.odometerM,
    satellites: fix.satellites ?? null,
    validity: fix.validity,
  }
}

function metresBetween(from: Fix | undefined, to: Fix): number | null {
  if (from?.latitude === undefined || from.longitude === undefined) return null
  if (to.latitude === undefined || to.longitude === undefined) return null
  const metres = distanceM(
    { latitude: from.latitude, longitude: from.longitude },
    { latitude: to.latitude, longitude: to.longitude },
  )
  return Math.round(metres / ROUNDED_M) * ROUNDED_M
}

interface Corrected extends Pick<TripCase, 'said' | 'vehicle_type' | 'rest_minutes'> {
  device_id: number
  from_at: Date
  till_at: Date
  read_from: Date
  read_till: Date
}

/**
 * Adds the vehicle type, and the length of the rest that ends trips in the vehicle's business now. Leaves out readings of a
 * tracker that the records show on this vehicle, but that was still on another vehicle.
 */
const CORRECTED = `SELECT c.said, c.device_id, c.from_at, c.till_at, e.vehicle_type,
    (SELECT r.rest_minutes FROM trip_rests_in_force r WHERE r.business_id = c.business_id AND r.vehicle_type = e.vehicle_type),
    greatest(c.from_at - make_interval(mins => $2), i.installed_at) AS read_from,
    least(c.till_at + make_interval(mins => $2), i.removed_at) AS read_till
  FROM (
    SELECT 'one-trip' AS said, device_id, entity_id, business_id, from_at, till_at, created_at AS said_at FROM trip_joins
    UNION ALL
    SELECT 'no-trip', device_id, entity_id, business_id, started_at, ended_at, deleted_at FROM trips
    WHERE deleted_at IS NOT NULL AND NOT is_open AND entity_id IS NOT NULL
  ) c JOIN entities e ON e.id = c.entity_id JOIN entity_privacy p ON p.entity_id = e.id
  JOIN installations i ON i.device_id = c.device_id AND i.entity_id = c.entity_id
    AND i.installed_at <= c.from_at AND coalesce(i.removed_at, 'infinity') >= c.till_at
  WHERE c.said_at >= $1 AND NOT p.hidden_from_business AND i.followed_consumer_id IS NULL
  ORDER BY c.said_at, c.device_id, c.from_at`
