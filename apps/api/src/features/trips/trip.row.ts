import type { FixValidity, VehicleType } from '@roadbook/contracts'
import type { TripPurpose } from './dto/trip-purpose.dto.js'

export interface TripRow {
  id: number
  entity_id: number
  business_id: number | null
  device_id: number
  started_at: Date
  /** End of the trip. While the trip is open, this is the time of its last moving fix so far. */
  ended_at: Date
  /** Estimated time of arrival; null when the readings are dense enough to do without an estimate. */
  arrived_at: Date | null
  is_open: boolean
  deleted_at: Date | null
  updated_at: Date
  start_latitude: number
  start_longitude: number
  stop_latitude: number
  stop_longitude: number
  distance_m: number
  matched_distance_m: number | null
  average_speed_kph: number
  max_speed_kph: number
  idle_s: number
  waypoint_count: number
  next_started_at: Date | null
  entity_name: string
  frame_number: string | null
  license_plate: string | null
  business_name: string | null
  purpose: TripPurpose | null
  note: string | null
  driver: string | null
  is_logged: boolean
  is_joined: boolean
  is_consumers: boolean
}

export interface TripDayRow {
  date: string
  distance_m: number
  duration_s: number
  trips: number
}

export interface WaypointRow {
  positioned_at: Date
  latitude: number | null
  longitude: number | null
  speed_kph: number | null
  heading: number | null
  altitude_m: number | null
  /** Validity of the fix; 0 is valid. */
  validity: FixValidity
  ignition: boolean | null
  movement: boolean | null
}

/** Present rules that decide where a vehicle's trips end. */
export interface TripCutRow {
  vehicle_type: VehicleType
  /** Minutes of rest that end a trip; null for the default of the type of vehicle. */
  rest_minutes: number | null
}
