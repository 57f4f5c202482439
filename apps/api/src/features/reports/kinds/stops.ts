import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { toTripResponse, type TripRow } from '../../trips/index.js'
import type { Subject } from '../report-subjects.repository.js'
import { isTripOf, tripLines } from './all.js'
import { columns, defineKind, hours } from './report-kind.js'

/**
 * Selects the ends of the period's trips, each with the start of the next trip. The next trip may be after the period. If
 * there is none, the stop lasts until now.
 */
const stops = (transaction: ScopedTransaction, subject: Subject): Sql => sql`
  SELECT t.id, e.at, t.started_at, extract(epoch FROM coalesce(
      lead(t.started_at) OVER (PARTITION BY t.entity_id ORDER BY t.started_at),
      (SELECT min(n.started_at) FROM trips n WHERE n.entity_id = t.entity_id AND n.started_at > t.started_at AND n.deleted_at IS NULL)
    ) - t.ended_at) AS seconds, extract(epoch FROM now() - t.ended_at) AS until_now, t.is_open
  FROM trips t JOIN unnest(${[...subject.shown]}::int[]) WITH ORDINALITY e (id, at) ON e.id = t.entity_id
  WHERE ${isTripOf(transaction, subject)}`

const isLong = ({ wish }: Subject): Sql => sql`NOT is_open AND coalesce(seconds, until_now) >= ${wish.minMinutes * 60}`

/** Report of stops and their duration. A stop lasts from the end of a trip to the start of the next. */
export const STOPS = defineKind<number, TripRow>({
  columns: columns({
    entity_name: 'text',
    license_plate: 'text',
    stopped_at: 'time',
    address: 'text',
    left_at: 'time',
    stopped_for: 'hours',
  }),
  batch: 500,
  keys: async (transaction, subject, most) => {
    const found = await transaction.rows<{ id: number }>(sql`SELECT id FROM (${stops(transaction, subject)}) s
      WHERE ${isLong(subject)} ORDER BY at, started_at, id LIMIT ${most}`)
    return found.map(({ id }) => id)
  },
  lines: tripLines,
  places: (row) => [{ latitude: row.stop_latitude, longitude: row.stop_longitude }],
  row: (line, _, [address = null]) => ({
    entity_id: line.entity_id,
    trip_id: line.id,
    entity_name: line.entity_name,
    license_plate: line.license_plate,
    stopped_at: line.ended_at.toISOString(),
    address,
    left_at: line.next_started_at?.toISOString() ?? null,
    stopped_for: hours(toTripResponse(line, null, null).time_on_location_s),
  }),
  totals: async (transaction, subject) => {
    const row = await transaction.row<{ seconds: number }>(sql`SELECT coalesce(sum(seconds), 0)::float8 AS seconds
      FROM (${stops(transaction, subject)}) s WHERE ${isLong(subject)}`)
    return { stopped_for: hours(row?.seconds ?? 0) }
  },
})
