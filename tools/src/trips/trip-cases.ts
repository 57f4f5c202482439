import type { VehicleType } from '@roadbook/contracts'
import { distanceM } from '@roadbook/geo'
import { createTrackStore, type WaypointRow } from '@roadbook/track-store'
import type pg from 'pg'

/**
 * A time in which people said that the rules cut wrong, as one that improves them needs it: no place, no date, and nothing of vehicle,
 * tracker, business or person.
 */
export interface TripCase {
  /** `one-trip`: people joined what was cut; `no-trip`: they deleted what was made. */
  said: 'one-trip' | 'no-trip'
  vehicle_type: VehicleType
  /** The rest that its business chose to end trips; null: the kind's own. */
  rest_minutes: number | null
  /** What people spoke of, in seconds since the first reading. */
  from_s: number
  till_s: number
  readings: CaseReading[]
}

interface CaseReading {
  /** Seconds since the first one. */
  at_s: number
  /** Metres from the reading before, and from the first one; null without a place. */
  step_m: number | null
  away_m: number | null
  speed_kph: number | null
  ignition: boolean | null
  movement: boolean | null
  /** What the odometer counted since the reading before. */
  counted_m: number | null
  satellites: number | null
  validity: number
}

/** So much before and after is read: what led to the cut lies there. */
const AROUND_MS = 30 * 60_000

/** What people corrected since a time (milliseconds since 1970 UTC), the oldest first; what has no readings any more is left out. */
export async function* tripCases(pool: pg.Pool, since: number): AsyncGenerator<TripCase> {
  const { rows } = await pool.query<Corrected>(CORRECTED, [new Date(since)])
  const store = createTrackStore(pool)
  for (const { device_id, from_at, till_at, ...about } of rows) {
    const waypoints = await store.readWaypoints(device_id, from_at.getTime() - AROUND_MS, till_at.getTime() + AROUND_MS)
    const first = waypoints[0]?.fix.positionedAt
    if (first === undefined) continue
    const seconds = (moment: number) => Math.round((moment - first) / 1_000)
    yield {
      ...about,
      from_s: seconds(from_at.getTime()),
      till_s: seconds(till_at.getTime()),
      readings: waypoints.map(({ fix }, at) => readingOf(fix, waypoints[at - 1]?.fix, waypoints[0]!.fix, seconds)),
    }
  }
}

type Fix = WaypointRow['fix']

function readingOf(fix: Fix, before: Fix | undefined, first: Fix, seconds: (moment: number) => number): CaseReading {
  return {
    at_s: seconds(fix.positionedAt),
    step_m: before ? metresBetween(before, fix) : 0,
    away_m: metresBetween(first, fix),
    speed_kph: fix.speedKph ?? null,
    ignition: fix.ignition ?? null,
    movement: fix.movement ?? null,
    counted_m: before?.odometerM === undefined || fix.odometerM === undefined ? null : fix.odometerM - before.odometerM,
    satellites: fix.satellites ?? null,
    validity: fix.validity,
  }
}

function metresBetween(from: Fix, to: Fix): number | null {
  const { latitude, longitude } = from
  if (latitude === undefined || longitude === undefined || to.latitude === undefined || to.longitude === undefined) return null
  return Math.round(distanceM({ latitude, longitude }, { latitude: to.latitude, longitude: to.longitude }))
}

interface Corrected extends Pick<TripCase, 'said' | 'vehicle_type' | 'rest_minutes'> {
  device_id: number
  from_at: Date
  till_at: Date
}

/** The vehicle's kind, and its business's choice of today. */
const CORRECTED = `SELECT c.said, c.device_id, c.from_at, c.till_at, e.vehicle_type, (
    SELECT r.rest_minutes FROM trip_rests_in_force r WHERE r.business_id = c.business_id AND r.vehicle_type = e.vehicle_type
  ) AS rest_minutes
  FROM (
    SELECT 'one-trip' AS said, device_id, entity_id, business_id, from_at, till_at, created_at AS said_at FROM trip_joins
    UNION ALL
    SELECT 'no-trip', device_id, entity_id, business_id, started_at, ended_at, deleted_at FROM trips
    WHERE deleted_at IS NOT NULL AND NOT is_open AND entity_id IS NOT NULL
  ) c JOIN entities e ON e.id = c.entity_id
  WHERE c.said_at >= $1 ORDER BY c.said_at, c.device_id, c.from_at`
