import type { VehicleType } from '@roadbook/contracts'
import type { Position } from '@roadbook/geo'
import { endingAfter, TRIP_PARAMETERS } from '@roadbook/trips'
import type pg from 'pg'
import { Refused, type RoadbookApi } from '../roadbook-api.js'
import type { Rules } from './evidence.js'
import type { Period } from './periods.js'
import type { RoadbookTrip } from './trips.js'

/** Number of trips on a page. */
const PAGE = 200

interface TripDto {
  id: number
  trip_started_at: string
  duration_s: number
  distance_m: number
  is_open: boolean
  is_joined: boolean
  start: Position
  stop: Position
}
interface VehicleDto {
  id: number
  name: string
  vehicle_type: VehicleType
  business_id: number
  location_hidden: boolean
}
interface RestsDto {
  rests: { vehicle_type: VehicleType; in_force: number }[]
}

/** A vehicle of Roadbook with the rules that divide its trips. */
export interface Vehicle {
  id: number
  name: string
  isHidden: boolean
  rules: Rules
}

/** Reads vehicles and trips of Roadbook by its API. */
export class RoadbookTrips {
  readonly #rests = new Map<number, Promise<{ data: RestsDto }>>()

  constructor(private readonly api: RoadbookApi) {}

  /** Returns the time zone of the token's user, or UTC. */
  async zone(): Promise<string> {
    const { data } = await this.api.read<{ data: { time_zone: string | null } }>('/account/get')
    return data.time_zone ?? 'UTC'
  }

  /** Returns a vehicle, or undefined if it was deleted. */
  async vehicle(id: number): Promise<Vehicle | undefined> {
    try {
      const { data } = await this.api.read<{ data: VehicleDto }>(`/entities/${id}`)
      return { id, name: data.name, isHidden: data.location_hidden, rules: await this.#rulesOf(data) }
    } catch (error) {
      if (error instanceof Refused && error.status === 404) return undefined
      throw error
    }
  }

  /** Returns the trips that a vehicle began in a period, in the order of time: the deleted ones, or all others. */
  async trips(vehicleId: number, { from, till }: Period, isDeleted = false): Promise<RoadbookTrip[]> {
    const trips: TripDto[] = []
    const filter = `entity_id:=${vehicleId}${isDeleted ? ';is_deleted:=true' : ''}`
    const times = `from=${new Date(from).toISOString()}&till=${new Date(till - 1).toISOString()}`
    for (let page = 1, last = 1; page <= last; page++) {
      const { data, meta } = await this.api.read<{ data: TripDto[]; meta: { last_page: number } }>(
        `/trips?searchFields=${encodeURIComponent(filter)}&${times}&orderBy=trip_started_at&sortedBy=asc&limit=${PAGE}&page=${page}`,
      )
      trips.push(...data)
      last = meta.last_page
    }
    return trips.map(toTrip)
  }

  /** Returns true if the trips of a vehicle are computed again, or will be. */
  async isRecalculating(vehicleId: number): Promise<boolean> {
    const { data } = await this.api.read<{ data: { state: string }[] }>(`/entities/${vehicleId}/trips/recalculations`)
    return data.some(({ state }) => state === 'queued' || state === 'running')
  }

  async #rulesOf({ vehicle_type, business_id }: VehicleDto): Promise<Rules> {
    const read = this.#rests.get(business_id) ?? this.api.read<{ data: RestsDto }>(`/businesses/${business_id}/trip-rests`)
    this.#rests.set(business_id, read)
    const byDefault = TRIP_PARAMETERS[vehicle_type]
    const minutes = (await read).data.rests.find((rest) => rest.vehicle_type === vehicle_type)?.in_force
    return { byDefault, inForce: minutes === undefined ? byDefault : endingAfter(byDefault, minutes) }
  }
}

const toTrip = (trip: TripDto): RoadbookTrip => {
  const startedAt = Date.parse(trip.trip_started_at)
  return {
    id: trip.id,
    startedAt,
    endedAt: startedAt + trip.duration_s * 1_000,
    distanceM: trip.distance_m,
    start: { latitude: trip.start.latitude, longitude: trip.start.longitude },
    end: { latitude: trip.stop.latitude, longitude: trip.stop.longitude },
    isOpen: trip.is_open,
    isJoined: trip.is_joined,
  }
}

/**
 * Returns the engine hours that a tracker counted in each period, in milliseconds, by its waypoints. Null if fewer than two
 * waypoints have the counter. Roadbook has no report of engine hours, so this reads the database.
 */
export async function engineHours(pool: pg.Pool, deviceId: number, periods: readonly Period[]): Promise<(number | null)[]> {
  const { rows } = await pool.query<{ seconds: number | null }>(ENGINE_HOURS, [
    deviceId,
    periods.map(({ from }) => new Date(from)),
    periods.map(({ till }) => new Date(till)),
  ])
  return rows.map(({ seconds }) => (seconds === null ? null : seconds * 1_000))
}

const ENGINE_HOURS = `SELECT CASE WHEN c.first_at < c.last_at THEN (
      SELECT sum(w.s * CASE WHEN w.positioned_at = c.last_at THEN 1 ELSE -1 END) FROM (
        SELECT positioned_at, (attributes->>'engineHoursS')::float8 AS s FROM waypoints
        WHERE device_id = $1 AND positioned_at IN (c.first_at, c.last_at)) w) END AS seconds
  FROM unnest($2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY p (begins, ends, nth)
  CROSS JOIN LATERAL (
    SELECT min(positioned_at) AS first_at, max(positioned_at) AS last_at FROM waypoints
    WHERE device_id = $1 AND positioned_at >= p.begins AND positioned_at < p.ends AND attributes ? 'engineHoursS'
  ) c ORDER BY p.nth`
