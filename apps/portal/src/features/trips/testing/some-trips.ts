import type { Trip, TripPage } from '../queries/trip-queries.js'

/** A finished trip of a quarter of an hour and 3 km. */
export const aTrip = (changes: Partial<Trip> & { id: number }): Trip => ({
  entity_id: 1,
  entity_name: 'Lieferrad',
  license_plate: 'AB-12-CD',
  business_name: 'Fietspunt',
  device_id: 1,
  trip_started_at: '2025-10-30T10:05:00.000Z',
  trip_ended_at: '2025-10-30T10:20:00.000Z',
  trip_arrived_at: null,
  is_open: false,
  deleted_at: null,
  start: { latitude: 49.41, longitude: 8.69, address: 'Croeselaan 15' },
  stop: { latitude: 49.42, longitude: 8.7, address: 'Jaarbeursplein 6' },
  distance_m: 3_120,
  matched_distance_m: null,
  duration_s: 900,
  average_speed_kph: 12,
  max_speed_kph: 25,
  idle_s: 0,
  time_on_location_s: null,
  waypoint_count: 3,
  purpose: null,
  note: null,
  driver: null,
  is_logged: false,
  is_joined: false,
  ...changes,
})

/** One page of trips from a list with `total` trips. */
export const aTripPage = (trips: Trip[], page = 1, total = trips.length): TripPage => ({
  data: trips,
  meta: {
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / 10)),
    per_page: 10,
    total,
    days: [...new Set(trips.map(({ trip_started_at }) => trip_started_at.slice(0, 10)))].map((date) => ({
      date,
      distance_m: 14_400,
      duration_s: 3_960,
      trips: total,
    })),
  },
})
