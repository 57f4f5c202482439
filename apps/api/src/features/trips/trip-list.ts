import type { Caller } from '../../auth/caller.js'
import { locationHidden } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { cell, fact, id, number, ordered, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { TripDto, TripPageMetaDto } from './dto/trip.dto.js'
import type { TripRow } from './trip.row.js'
import { type TripPeriod, tripPeriodOf } from './trip-query.js'
import texts from './texts.json' with { type: 'json' }

/** A trip with what its vehicle is called: a line of the CSV. */
export type TripLine = TripDto & Pick<TripRow, 'entity_name' | 'frame_number' | 'license_plate'>

const FROM = sql`FROM trips t JOIN entity_privacy p ON p.entity_id = t.entity_id`

/** Trips that the caller may know of: in scope, not deleted, and not of a vehicle whose whereabouts are hidden. */
const seen = (transaction: ScopedTransaction, caller: Caller): Sql =>
  sql`${transaction.within(sql`t.business_id`)} AND t.deleted_at IS NULL AND NOT ${locationHidden(caller)}`

const started = ({ from, till }: TripPeriod): Sql =>
  sql`${from ? sql`t.started_at >= ${from}` : sql`TRUE`} AND ${till ? sql`t.started_at <= ${till}` : sql`TRUE`}`

/** Trips that the caller may know of and that began in the period. */
export const tripsOf = (transaction: ScopedTransaction, caller: Caller, period: TripPeriod): Sql =>
  sql`${FROM} WHERE ${seen(transaction, caller)} AND ${started(period)}`

export const tripRows = (transaction: ScopedTransaction, ids: readonly Key[], caller: Caller): Sql => sql`
  SELECT t.id, t.entity_id, t.device_id, t.started_at, t.ended_at, t.is_open, t.deleted_at,
    t.start_latitude / 1e7::float8 AS start_latitude, t.start_longitude / 1e7::float8 AS start_longitude,
    t.stop_latitude / 1e7::float8 AS stop_latitude, t.stop_longitude / 1e7::float8 AS stop_longitude,
    t.distance_m, t.average_speed_kph, t.max_speed_kph, t.idle_s, t.waypoint_count,
    (
      SELECT min(n.started_at) FROM trips n
      WHERE n.entity_id = t.entity_id AND n.started_at > t.started_at AND n.deleted_at IS NULL
    ) AS next_started_at,
    e.name AS entity_name, e.frame_number, e.license_plate, e.consumer_id IS NOT NULL AS is_consumers
  ${FROM} JOIN entities e ON e.id = t.entity_id WHERE ${seen(transaction, caller)} AND t.id = ANY (${[...ids]}::bigint[])`

/** G-61: kilometres and hours are numbers, for who adds them up. */
const kilometres = (metres: number): number => Math.round(metres / 10) / 100
const hours = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 36) / 100)

const moment = { type: 'string', format: 'date-time' }

/** Trips; as CSV in the columns of the table of trips (R-137, R-274). Alias: t trip. */
export const TRIP_LIST = defineList<TripRow, TripDto, TripPeriod, TripLine>({
  name: 'trips',
  of: 'trip',
  permission: 'read:map',
  dto: TripDto,
  meta: TripPageMetaDto,
  texts,
  isOnlyMailed: true,
  portalPath: '/map',
  key: sql`t.id`,
  from: FROM,
  where: (transaction, caller, { own: period }) => sql`${seen(transaction, caller)} AND ${started(period)}`,
  rows: tripRows,
  own: {
    parameters: {
      from: { schema: moment, description: 'Trips that started at or after this time' },
      till: { schema: moment, description: 'Trips that started at or before this time' },
    },
    read: tripPeriodOf,
  },
  columns: {
    id: id(sql`t.id`, { order: true }),
    entity_id: id(sql`t.entity_id`),
    business_id: id(sql`t.business_id`),
    device_id: id(sql`t.device_id`),
    created_at: ordered(sql`t.created_at`),
    entity_name: cell('entity_name'),
    frame_number: cell('frame_number'),
    license_plate: cell('license_plate'),
    trip_started_at: time(sql`t.started_at`, { csv: 'trip_started_at' }),
    start_address: cell(({ start }) => start.address),
    trip_ended_at: time(sql`t.ended_at`, { csv: 'trip_ended_at' }),
    stop_address: cell(({ stop }) => stop.address),
    distance_m: number(sql`t.distance_m`),
    distance: cell((trip) => kilometres(trip.distance_m)),
    duration: cell(({ duration_s }) => hours(duration_s)),
    average_speed: cell('average_speed_kph'),
    time_on_location: cell((trip) => hours(trip.time_on_location_s)),
    is_open: fact(sql`t.is_open`),
  },
})

/** What a page of trips takes; its `tz` says whose days the totals are of. */
export const TRIP_PAGE_FIELDS = { ...TRIP_LIST.fields, extra: ['tz'] }
