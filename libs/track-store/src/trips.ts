import type { ClientBase } from 'pg'
import { arrayParameters, names, packArrays, type Column } from './columns.js'
import { dropNulls, msOf, toE7 } from './conversions.js'
import type { StoredTrip, TripRecord, TripsAround } from './track-store.js'

/** Everything that can run a statement: a pool, or a connection in a transaction. */
type Queryable = Pick<ClientBase, 'query'>

const COLUMNS: readonly Column<TripRecord>[] = [
  { name: 'device_id', type: 'int4', read: (trip) => trip.deviceId },
  { name: 'entity_id', type: 'int4', read: (trip) => trip.entityId },
  { name: 'business_id', type: 'int4', read: (trip) => trip.businessId },
  { name: 'started_at', type: 'timestamptz', read: (trip) => trip.startedAt },
  { name: 'ended_at', type: 'timestamptz', read: (trip) => trip.endedAt },
  { name: 'arrived_at', type: 'timestamptz', read: (trip) => trip.arrivedAt },
  { name: 'is_open', type: 'bool', read: (trip) => trip.isOpen },
  { name: 'start_latitude', type: 'int4', read: (trip) => toE7(trip.startLatitude) },
  { name: 'start_longitude', type: 'int4', read: (trip) => toE7(trip.startLongitude) },
  { name: 'stop_latitude', type: 'int4', read: (trip) => toE7(trip.stopLatitude) },
  { name: 'stop_longitude', type: 'int4', read: (trip) => toE7(trip.stopLongitude) },
  { name: 'distance_m', type: 'int4', read: (trip) => Math.round(trip.distanceM) },
  { name: 'average_speed_kph', type: 'float4', read: (trip) => trip.averageSpeedKph },
  { name: 'max_speed_kph', type: 'float4', read: (trip) => trip.maxSpeedKph },
  { name: 'idle_s', type: 'int4', read: (trip) => Math.round(trip.idleS) },
  { name: 'waypoint_count', type: 'int4', read: (trip) => trip.waypointCount },
]
const ID: Column<TripRecord> = { name: 'id', type: 'int8', read: (trip) => trip.id }

const INSERT = `INSERT INTO trips (${names(COLUMNS)})
  SELECT ${names(COLUMNS)} FROM unnest(${arrayParameters(COLUMNS)}) WITH ORDINALITY AS new (${names(COLUMNS)}, n) ORDER BY n
  RETURNING id`

const UPDATE = `UPDATE trips SET ${COLUMNS.map(({ name }) => `${name} = new.${name}`).join(', ')}, updated_at = now()
  FROM unnest(${arrayParameters([ID, ...COLUMNS])}) AS new (id, ${names(COLUMNS)})
  WHERE trips.id = new.id`

/**
 * Inserts trips. When a trip is inserted, changed or removed, the database itself updates the daily sums and the vehicle's
 * odometer, and notifies webhooks: `docs/schema/trips.sql`.
 * @returns the ids in the order of `trips`. This works because INSERT … SELECT … ORDER BY returns its rows in the order of
 *   the SELECT
 */
export async function insertTrips(client: ClientBase, trips: readonly TripRecord[]): Promise<number[]> {
  if (trips.length === 0) return []
  const { rows } = await client.query<{ id: number | string }>(INSERT, packArrays(COLUMNS, trips))
  return rows.map(({ id }) => Number(id))
}

/** @throws Error if one of the trips does not exist */
export async function updateTrips(client: ClientBase, trips: readonly (TripRecord & { id: number })[]): Promise<void> {
  if (trips.length === 0) return
  const { rowCount } = await client.query(UPDATE, packArrays([ID, ...COLUMNS], trips))
  if (rowCount !== trips.length) throw new Error(`of ${trips.length} trips to change, ${rowCount} are there`)
}

export async function removeTrips(client: ClientBase, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await client.query('DELETE FROM trips WHERE id = ANY ($1::bigint[])', [[...ids]])
}

export async function loadOpenTrips(client: Queryable, deviceIds: readonly number[]): Promise<Map<number, StoredTrip>> {
  const trips = await select(client, 'is_open AND device_id = ANY ($1::int[])', [[...deviceIds]])
  return new Map(trips.map((trip) => [trip.deviceId, trip]))
}

export async function tripsStartingAt(client: Queryable, starts: ReadonlyMap<number, number>): Promise<Map<number, StoredTrip>> {
  if (starts.size === 0) return new Map()
  const trips = await select(client, '(device_id, started_at) IN (SELECT * FROM unnest($1::int[], $2::timestamptz[]))', [
    [...starts.keys()],
    [...starts.values()].map((startedAt) => new Date(startedAt)),
  ])
  return new Map(trips.map((trip) => [trip.deviceId, trip]))
}

/**
 * Reads trips that overlap a period. Trips of a device do not overlap each other. Of the trips that begin before `from`,
 * only the last one can therefore extend into the period.
 */
export function readTrips(client: Queryable, deviceId: number, from: number, till: number): Promise<StoredTrip[]> {
  return select(
    client,
    `device_id = $1 AND started_at <= $3::timestamptz AND ended_at >= $2::timestamptz AND started_at >= coalesce(
       (SELECT max(started_at) FROM trips WHERE device_id = $1 AND started_at <= $2::timestamptz), $2::timestamptz)
     ORDER BY started_at, ended_at`,
    [deviceId, new Date(from), new Date(till)],
  )
}

export async function tripsAround(client: Queryable, deviceId: number, from: number, till: number): Promise<TripsAround> {
  const within = await readTrips(client, deviceId, from, till)
  const [before] = await select(
    client,
    'device_id = $1 AND started_at < $2::timestamptz AND ended_at < $2::timestamptz ORDER BY started_at DESC LIMIT 1',
    [deviceId, new Date(from)],
  )
  const [after] = await select(client, 'device_id = $1 AND started_at > $2::timestamptz ORDER BY started_at LIMIT 1', [
    deviceId,
    new Date(till),
  ])
  return { within, ...(before && { before }), ...(after && { after }) }
}

interface TripRow {
  id: number | string
  device_id: number
  entity_id: number | null
  business_id: number | null
  started_at: Date
  ended_at: Date
  arrived_at: Date | null
  is_open: boolean
  start_latitude: number
  start_longitude: number
  stop_latitude: number
  stop_longitude: number
  distance_m: number
  average_speed_kph: number
  max_speed_kph: number
  idle_s: number
  waypoint_count: number
  deleted_at: Date | null
}

async function select(client: Queryable, where: string, values: unknown[]): Promise<StoredTrip[]> {
  const { rows } = await client.query<TripRow>(`SELECT id, ${names(COLUMNS)}, deleted_at FROM trips WHERE ${where}`, values)
  return rows.map((row) =>
    dropNulls({
      id: Number(row.id),
      deviceId: row.device_id,
      entityId: row.entity_id,
      businessId: row.business_id,
      startedAt: row.started_at.getTime(),
      endedAt: row.ended_at.getTime(),
      arrivedAt: msOf(row.arrived_at),
      isOpen: row.is_open,
      startLatitude: row.start_latitude / 1e7,
      startLongitude: row.start_longitude / 1e7,
      stopLatitude: row.stop_latitude / 1e7,
      stopLongitude: row.stop_longitude / 1e7,
      distanceM: row.distance_m,
      averageSpeedKph: row.average_speed_kph,
      maxSpeedKph: row.max_speed_kph,
      idleS: row.idle_s,
      waypointCount: row.waypoint_count,
      deletedAt: msOf(row.deleted_at),
    }),
  )
}
