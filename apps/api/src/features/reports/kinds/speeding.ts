import { sql } from '../../../database/sql.js'
import { inOrderOf } from '../../../lists/list-page.js'
import { type TripRow, tripRows } from '../../trips/index.js'
import type { Subject } from '../report-subjects.repository.js'
import { isTripOf, tripKeys } from './all.js'
import { columns, defineKind, kilometres, tenths } from './report-kind.js'

interface SpeedingLine extends TripRow {
  fastest_at: Date | null
  fastest_latitude: number | null
  fastest_longitude: number | null
  over_s: number | null
}

/**
 * Maximum seconds that the speed of a fix is assumed to last. If the next fix comes later, the time after that does not count
 * as speeding.
 */
const LONGEST_GAP_S = 120

const isFast = ({ wish }: Subject) => sql`t.max_speed_kph > ${wish.limitKph}`

/**
 * Report of trips above a speed limit. It shows their highest speed with time and place, and the total time above the limit.
 */
export const SPEEDING = defineKind<number, SpeedingLine>({
  columns: columns({
    entity_name: 'text',
    license_plate: 'text',
    trip_started_at: 'time',
    trip_ended_at: 'time',
    distance: 'km',
    max_speed: 'speed',
    fastest_at: 'time',
    fastest_address: 'text',
    minutes_over: 'number',
  }),
  // Small, because each row reads the waypoints of its trip, and a statement must end before its time-out.
  batch: 200,
  keys: (transaction, subject, most) => tripKeys(transaction, subject, most, isFast(subject)),
  lines: async (transaction, { caller, wish }, keys) =>
    inOrderOf(
      keys,
      await transaction.rows<SpeedingLine>(sql`SELECT t.*, w.* FROM (${tripRows(transaction, keys, caller)}) t
        CROSS JOIN LATERAL (
          SELECT (array_agg(f.positioned_at ORDER BY f.speed_kph DESC, f.positioned_at))[1] AS fastest_at,
            (array_agg(f.latitude ORDER BY f.speed_kph DESC, f.positioned_at))[1] AS fastest_latitude,
            (array_agg(f.longitude ORDER BY f.speed_kph DESC, f.positioned_at))[1] AS fastest_longitude,
            sum(CASE WHEN f.speed_kph > ${wish.limitKph} AND f.lasts IS NOT NULL THEN least(f.lasts, ${LONGEST_GAP_S}) ELSE 0 END)::float8 AS over_s
          FROM (
            SELECT positioned_at, latitude, longitude, speed_kph,
              extract(epoch FROM lead(positioned_at) OVER (ORDER BY positioned_at) - positioned_at) AS lasts
            FROM waypoints_in_scope(t.device_id::int, t.started_at::timestamptz, t.ended_at::timestamptz)
            WHERE validity = 0
          ) f WHERE f.speed_kph IS NOT NULL
        ) w`),
      ({ id }) => id,
    ),
  places: (line) => [
    line.fastest_latitude === null || line.fastest_longitude === null
      ? null
      : { latitude: line.fastest_latitude, longitude: line.fastest_longitude },
  ],
  row: (line, _, [address = null]) => ({
    entity_id: line.entity_id,
    trip_id: line.id,
    entity_name: line.entity_name,
    license_plate: line.license_plate,
    trip_started_at: line.started_at.toISOString(),
    trip_ended_at: line.is_open ? null : line.ended_at.toISOString(),
    distance: kilometres(line.distance_m),
    max_speed: tenths(line.max_speed_kph),
    fastest_at: line.fastest_at?.toISOString() ?? null,
    fastest_address: address,
    minutes_over: line.over_s === null ? null : Math.round(line.over_s / 6) / 10,
  }),
  totals: async (transaction, subject) => {
    const fast = await transaction.row<{ trips: number; max_speed: number | null; distance_m: number }>(sql`
      SELECT count(*)::int AS trips, max(t.max_speed_kph)::float8 AS max_speed, coalesce(sum(t.distance_m), 0)::float8 AS distance_m
      FROM trips t WHERE ${isTripOf(transaction, subject)} AND ${isFast(subject)}`)
    if (!fast) throw new Error('a sum answers one row')
    return { trips: fast.trips, max_speed: tenths(fast.max_speed), distance: kilometres(fast.distance_m) }
  },
})
