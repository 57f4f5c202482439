import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { inOrderOf } from '../../../lists/list-page.js'
import { toTripResponse, type TripRow, tripRows } from '../../trips/index.js'
import type { Subject } from '../report-subjects.repository.js'
import { columns, defineKind, endOf, hours, kilometres, startOf, sumsOf, tenths, totalsOf } from './report-kind.js'

/** Returns the condition that a trip began in the period and may be shown. Alias: t trip. */
export const isTripOf = (transaction: ScopedTransaction, subject: Subject): Sql => sql`
  t.entity_id = ANY (${[...subject.shown]}::int[]) AND t.started_at >= ${startOf(subject)} AND t.started_at < ${endOf(subject)}
  AND t.deleted_at IS NULL AND ${transaction.within(sql`t.business_id`)}`

/** Returns the ids of the trips of the period, grouped by vehicle, oldest first. */
export async function tripKeys(
  transaction: ScopedTransaction,
  subject: Subject,
  most: number,
  which: Sql = sql`TRUE`,
): Promise<number[]> {
  const found = await transaction.rows<{ id: number }>(sql`SELECT t.id FROM trips t
    JOIN unnest(${[...subject.shown]}::int[]) WITH ORDINALITY e (id, at) ON e.id = t.entity_id
    WHERE ${isTripOf(transaction, subject)} AND (${which})
    ORDER BY e.at, t.started_at, t.id LIMIT ${most}`)
  return found.map(({ id }) => id)
}

export const tripLines = async (
  transaction: ScopedTransaction,
  { caller }: Subject,
  keys: readonly number[],
): Promise<TripRow[]> => inOrderOf(keys, await transaction.rows<TripRow>(tripRows(transaction, keys, caller)), ({ id }) => id)

export const endsOf = (row: TripRow) => [
  { latitude: row.start_latitude, longitude: row.start_longitude },
  { latitude: row.stop_latitude, longitude: row.stop_longitude },
]

/** Report with one row for each trip (R-134, R-137). */
export const ALL = defineKind<number, TripRow>({
  columns: columns({
    entity_name: 'text',
    frame_number: 'imei',
    license_plate: 'text',
    trip_started_at: 'time',
    start_address: 'text',
    trip_ended_at: 'time',
    stop_address: 'text',
    distance: 'km',
    duration: 'hours',
    average_speed: 'speed',
    time_on_location: 'hours',
    trip_arrived_at: 'time',
  }),
  batch: 500,
  keys: tripKeys,
  lines: tripLines,
  places: endsOf,
  row: (line, _, [start = null, stop = null]) => {
    const trip = toTripResponse(line, start, stop)
    return {
      entity_id: line.entity_id,
      trip_id: line.id,
      entity_name: line.entity_name,
      frame_number: line.frame_number,
      license_plate: line.license_plate,
      trip_started_at: trip.trip_started_at,
      start_address: trip.start.address,
      trip_ended_at: trip.trip_ended_at,
      stop_address: trip.stop.address,
      distance: kilometres(trip.distance_m),
      duration: hours(trip.duration_s),
      average_speed: tenths(trip.average_speed_kph),
      time_on_location: hours(trip.time_on_location_s),
      trip_arrived_at: trip.trip_arrived_at,
    }
  },
  totals: async (transaction, subject) => totalsOf(await sumsOf(transaction, subject)),
})
