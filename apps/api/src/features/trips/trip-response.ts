import { roundCoordinate } from '@roadbook/geo'
import { FixValidity } from '@roadbook/contracts'
import type { DoubtedWaypointDto, TripDto, WaypointDto } from './dto/trip.dto.js'
import type { TripRow, WaypointRow } from './trip.row.js'

const secondsBetween = (from: Date, till: Date) => Math.round((till.getTime() - from.getTime()) / 1000)
const tenths = (value: number) => Math.round(value * 10) / 10

/** Returns a trip in the API's form, with the addresses of its start and end. */
export function toTripResponse(row: TripRow, startAddress: string | null, stopAddress: string | null): TripDto {
  return {
    id: row.id,
    entity_id: row.entity_id,
    entity_name: row.entity_name,
    license_plate: row.license_plate,
    business_name: row.business_name,
    device_id: row.device_id,
    trip_started_at: row.started_at.toISOString(),
    trip_ended_at: row.is_open ? null : row.ended_at.toISOString(),
    trip_arrived_at: row.is_open ? null : (row.arrived_at?.toISOString() ?? null),
    is_open: row.is_open,
    deleted_at: row.deleted_at?.toISOString() ?? null,
    start: place(row.start_latitude, row.start_longitude, startAddress),
    stop: place(row.stop_latitude, row.stop_longitude, stopAddress),
    distance_m: row.distance_m,
    matched_distance_m: row.matched_distance_m,
    duration_s: secondsBetween(row.started_at, row.ended_at),
    average_speed_kph: tenths(row.average_speed_kph),
    max_speed_kph: tenths(row.max_speed_kph),
    idle_s: row.idle_s,
    time_on_location_s: row.next_started_at && !row.is_open ? secondsBetween(row.ended_at, row.next_started_at) : null,
    waypoint_count: row.waypoint_count,
    purpose: row.purpose,
    note: row.note,
    driver: row.driver,
    is_logged: row.is_logged,
    is_joined: row.is_joined,
  }
}

const place = (latitude: number, longitude: number, address: string | null) => ({
  latitude: roundCoordinate(latitude),
  longitude: roundCoordinate(longitude),
  address,
})

/** Returns the valid waypoints of a trip. */
export function toWaypointResponses(tripId: number, rows: readonly WaypointRow[]): WaypointDto[] {
  return rows.flatMap(({ latitude, longitude, positioned_at, speed_kph, heading, validity }) =>
    validity !== 0 || latitude === null || longitude === null
      ? []
      : {
          trip_id: tripId,
          latitude: roundCoordinate(latitude),
          longitude: roundCoordinate(longitude),
          positioned_at: positioned_at.toISOString(),
          speed_kph: speed_kph === null ? null : tenths(speed_kph),
          heading,
        },
  )
}

/** Returns the readings with places that the vehicle cannot have reached. */
export const toDoubtedResponses = (rows: readonly WaypointRow[]): DoubtedWaypointDto[] =>
  rows.flatMap(({ latitude, longitude, positioned_at, validity }) =>
    validity !== FixValidity.implausibleSpeed || latitude === null || longitude === null
      ? []
      : {
          latitude: roundCoordinate(latitude),
          longitude: roundCoordinate(longitude),
          positioned_at: positioned_at.toISOString(),
        },
  )
