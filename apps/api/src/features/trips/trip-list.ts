import type { Caller } from '../../auth/caller.js'
import { locationHidden } from '../../auth/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { anyText, holds, storedHolds } from '../../database/peoples-words.js'
import { type Sql, sql } from '../../database/sql.js'
import { cell, code, fact, id, number, ordered, text, time } from '../../lists/columns.js'
import type { ListCriteria } from '../../lists/list-fields.js'
import { defineList, type Key } from '../../lists/list.js'
import { carriesOneOf } from '../entities/index.js'
import { TripDto, TripPageMetaDto } from './dto/trip.dto.js'
import type { TripRow } from './trip.row.js'
import { type TripPeriod, tripPeriodOf } from './trip-query.js'
import texts from './texts.json' with { type: 'json' }

/** Line of the CSV: a trip, and the frame number of its vehicle. */
export type TripLine = TripDto & Pick<TripRow, 'frame_number'>

const FROM = sql`FROM trips t JOIN entity_privacy p ON p.entity_id = t.entity_id`
/** Joins of the vehicle, the business, and the users' entries. */
const VEHICLE = sql`JOIN entities e ON e.id = t.entity_id`
const BUSINESS = sql`LEFT JOIN businesses b ON b.id = t.business_id`
const SAID = sql`LEFT JOIN trip_purposes l ON l.trip_id = t.id`

/**
 * Returns the condition that the caller is allowed to see a trip. The trip must be in scope, and its vehicle's location must
 * not be hidden. It must be deleted if deleted trips are requested, and otherwise must not be deleted.
 */
const seen = (transaction: ScopedTransaction, caller: Caller, deleted: boolean | 'either'): Sql =>
  sql`${transaction.within(sql`t.business_id`)} AND NOT ${locationHidden(caller)} AND ${livesOrNot(deleted)}`

const livesOrNot = (deleted: boolean | 'either'): Sql =>
  deleted === 'either' ? sql`TRUE` : deleted ? sql`t.deleted_at IS NOT NULL` : sql`t.deleted_at IS NULL`

const started = ({ from, till }: TripPeriod): Sql =>
  sql`${from ? sql`t.started_at >= ${from}` : sql`TRUE`} AND ${till ? sql`t.started_at <= ${till}` : sql`TRUE`}`

/**
 * Returns the condition that a trip belongs in the list. On request, the list contains only the deleted trips; otherwise it
 * contains only trips that are not deleted.
 */
const wanted = (transaction: ScopedTransaction, caller: Caller, { conditions, own }: Asked): Sql => {
  const deleted = conditions.some(({ field, values }) => field === 'is_deleted' && values[0] === true)
  return sql`${seen(transaction, caller, deleted)} AND ${started(own)}`
}
type Asked = Pick<ListCriteria<TripPeriod>, 'conditions' | 'own'>

/**
 * Selects the trips that began in the period and that the caller is allowed to see. Joins everything that conditions can use.
 */
export const tripsOf = (transaction: ScopedTransaction, caller: Caller, criteria: Asked): Sql =>
  sql`${FROM} ${VEHICLE} ${BUSINESS} ${SAID} WHERE ${wanted(transaction, caller, criteria)}`

export const tripRows = (
  transaction: ScopedTransaction,
  ids: readonly Key[],
  caller: Caller,
  deleted: boolean | 'either' = 'either',
): Sql => sql`
  SELECT t.id, t.entity_id, t.business_id, t.device_id, t.started_at, t.ended_at, t.arrived_at, t.is_open, t.deleted_at, t.updated_at,
    t.start_latitude / 1e7::float8 AS start_latitude, t.start_longitude / 1e7::float8 AS start_longitude,
    t.stop_latitude / 1e7::float8 AS stop_latitude, t.stop_longitude / 1e7::float8 AS stop_longitude,
    t.distance_m, (
      SELECT m.distance_m FROM trip_matches m WHERE m.trip_id = t.id AND (m.started_at, m.ended_at, m.measured_m, m.waypoint_count)
        = (t.started_at, t.ended_at, t.distance_m, t.waypoint_count)
    ) AS matched_distance_m, t.average_speed_kph, t.max_speed_kph, t.idle_s, t.waypoint_count,
    (
      SELECT min(n.started_at) FROM trips n
      WHERE n.entity_id = t.entity_id AND n.started_at > t.started_at AND n.deleted_at IS NULL
    ) AS next_started_at,
    e.name AS entity_name, e.frame_number, e.license_plate, b.name AS business_name, e.consumer_id IS NOT NULL AS is_consumers,
    l.purpose, l.note, l.driver, EXISTS (SELECT 1 FROM logbook_entries x WHERE x.trip_id = t.id) AS is_logged,
    EXISTS (
      SELECT 1 FROM trip_joins j WHERE j.device_id = t.device_id AND j.entity_id = t.entity_id AND j.from_at < t.ended_at AND j.till_at > t.started_at
    ) AS is_joined
  ${FROM} ${VEHICLE} ${BUSINESS} ${SAID} WHERE ${seen(transaction, caller, deleted)} AND t.id = ANY (${[...ids]}::bigint[])`

/** Kilometres and hours are numbers, so that readers of the CSV can add them up (G-61). */
const kilometres = (metres: number): number => Math.round(metres / 10) / 100
const hours = (seconds: number | null): number | null => (seconds === null ? null : Math.round(seconds / 36) / 100)

const moment = { type: 'string', format: 'date-time' }

/** The list of trips. The CSV has the columns of the table of trips (R-137, R-274). Alias: t trip. */
export const TRIP_LIST = defineList<TripRow, TripDto, TripPeriod, TripLine>({
  name: 'trips',
  objectType: 'trip',
  plural: 'trips',
  permission: 'read:map',
  description: 'Lists trips of the vehicles that the caller may see, with their addresses and distances.',
  dto: TripDto,
  meta: TripPageMetaDto,
  texts,
  isOnlyMailed: true,
  portalPath: '/trips',
  key: sql`t.id`,
  from: FROM,
  where: wanted,
  isOnePass: false,
  countUpTo: 10_000,
  joins: () => [
    { aliases: ['e'], join: VEHICLE },
    { aliases: ['b'], join: BUSINESS },
    { aliases: ['l'], join: SAID },
  ],
  rows: (transaction, ids, caller) => tripRows(transaction, ids, caller),
  // Searches the stored search keys of the vehicles. Computing a key for each of millions of trips would take too long.
  anywhere: (sought) =>
    sql`(${storedHolds(sql`e.search_key`, sought)} OR ${holds(anyText([sql`l.driver`, sql`l.note`]), sought)})`,
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
    business_name: text(sql`b.name`),
    device_id: id(sql`t.device_id`),
    created_at: ordered(sql`t.created_at`),
    tag_id: id(sql`t.entity_id`, { hasOneOf: carriesOneOf(sql`t.entity_id`) }),
    entity_name: text(sql`e.name`, { order: sql`e.name_order`, isPlain: true, csv: 'entity_name' }),
    frame_number: text(sql`e.frame_number`, { order: false, isPlain: true, csv: 'frame_number' }),
    license_plate: text(sql`e.license_plate`, { isPlain: true, csv: 'license_plate' }),
    trip_started_at: time(sql`t.started_at`, { csv: 'trip_started_at' }),
    start_address: cell(({ start }) => start.address),
    trip_ended_at: time(sql`t.ended_at`, { csv: 'trip_ended_at' }),
    stop_address: cell(({ stop }) => stop.address),
    distance_m: number(sql`t.distance_m`),
    distance: cell((trip) => kilometres(trip.distance_m)),
    duration_s: number(sql`extract(epoch FROM t.ended_at - t.started_at)`),
    duration: cell(({ duration_s }) => hours(duration_s)),
    average_speed_kph: number(sql`t.average_speed_kph`),
    average_speed: cell('average_speed_kph'),
    max_speed_kph: number(sql`t.max_speed_kph`),
    idle_s: number(sql`t.idle_s`),
    time_on_location: cell((trip) => hours(trip.time_on_location_s)),
    // The filter value `unsaid` finds trips without a purpose.
    purpose: code(sql`coalesce(l.purpose, 'unsaid')`, { csv: 'purpose', isWord: true }),
    driver: text(sql`l.driver`, { isPlain: true, csv: 'driver' }),
    note: text(sql`l.note`, { order: false, isPlain: true, csv: 'note' }),
    trip_arrived_at: time(sql`t.arrived_at`, { csv: 'trip_arrived_at' }),
    distance_by_road: cell(({ matched_distance_m: metres }) => (metres === null ? null : kilometres(metres))),
    is_open: fact(sql`t.is_open`),
    is_deleted: fact(sql`t.deleted_at IS NOT NULL`),
  },
})

/** Fields of a page of trips. `tz` is the time zone of the daily totals. */
export const TRIP_PAGE_FIELDS = { ...TRIP_LIST.fields, extra: ['tz'] }
