import type { Fix } from '@roadbook/contracts'
import { seedOf, seededRandom } from '@roadbook/testing'
import type { City } from './city.js'
import { type VehicleState, driveRoute } from './drive-route.js'
import { toFix } from './reading.js'
import { findRoute } from './route.js'
import { type FleetVehicle, type VehicleProfile, profileOf } from './vehicle-profile.js'

export interface DayOptions {
  /** Seconds between records while driving. Default: 10. */
  intervalS?: number
  /** Seconds between records at rest. Default: 3600. */
  restIntervalS?: number
  /** Odometer in the morning, metres. Default: the usual value for a vehicle of its age. */
  odometerM?: number
}

const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** Times of the first and last departure of a working day in the demo area, in milliseconds after midnight UTC. */
const FIRST_DEPARTURE_MS = 5.5 * HOUR_MS
const LAST_DEPARTURE_MS = 17 * HOUR_MS
/** Usual distance of a city vehicle per day, in metres. With it, a vehicle's odometer fits its age. */
const USUAL_DAY_M = 25_000

/** Returns the place where the vehicle is at night, as an index into the places of its network. */
export function homePlace(city: City, vehicle: FleetVehicle): number {
  const { mode } = profileOf(vehicle.vehicleType)
  return seedOf(vehicle.imei, 'home') % Math.max(1, city.networks[mode].places.length)
}

/**
 * Returns all records of one vehicle on one day, in time order. The vehicle goes from home to some places, with rests
 * between, and back home. `day` is the UTC midnight at which the day starts, milliseconds since 1970. The result is always
 * the same for the same arguments.
 */
export function driveDay(city: City, vehicle: FleetVehicle, day: number, seed: number, options: DayOptions = {}): Fix[] {
  const { intervalS = 10, restIntervalS = 3_600 } = options
  const profile = profileOf(vehicle.vehicleType)
  const random = seededRandom(seedOf(seed, vehicle.imei, day))
  const home = homePlace(city, vehicle)
  const fixes: Fix[] = []
  const state: VehicleState = { at: day, odometerM: options.odometerM ?? usualOdometerM(vehicle, day), drivenM: 0 }
  let place = home
  for (const { departsAt, destination } of planDay(city, profile, day, home, random)) {
    const route = findRoute(city, profile.mode, place, destination)
    if (!route) continue
    park(city, profile, place, state, Math.max(departsAt, state.at + 60_000), restIntervalS, random, fixes)
    driveRoute(route, state, { profile, intervalS, random }, fixes)
    place = destination
  }
  park(city, profile, place, state, day + DAY_MS, restIntervalS, random, fixes)
  return fixes
}

/**
 * Yields the fixes of one day after the other from `firstDay`, with a continuous odometer. Computes one day at a time.
 * Therefore months of fixes need not fit in memory.
 */
export function* driveDays(
  city: City,
  vehicle: FleetVehicle,
  firstDay: number,
  days: number,
  seed: number,
  options: DayOptions = {},
): Generator<Fix[]> {
  let odometerM = options.odometerM ?? usualOdometerM(vehicle, firstDay)
  for (let at = 0; at < days; at++) {
    const fixes = driveDay(city, vehicle, firstDay + at * DAY_MS, seed, { ...options, odometerM })
    odometerM = fixes.at(-1)?.odometerM ?? odometerM
    yield fixes
  }
}

function planDay(city: City, profile: VehicleProfile, day: number, home: number, random: () => number) {
  const { places } = city.networks[profile.mode]
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  if (places.length < 2 || random() < (isWeekend ? 0.6 : 0.08)) return []
  const trips = 2 + Math.floor(random() * (isWeekend ? 3 : 7))
  const gapMs = (LAST_DEPARTURE_MS - FIRST_DEPARTURE_MS) / trips
  return Array.from({ length: trips }, (_, at) => ({
    departsAt: day + FIRST_DEPARTURE_MS + Math.floor(((at + random() * 0.8) * gapMs) / 1000) * 1000,
    destination: at === trips - 1 ? home : Math.floor(random() * places.length),
  }))
}

/** Appends heartbeats from `state.at` until just before `till`. */
function park(
  city: City,
  profile: VehicleProfile,
  place: number,
  state: VehicleState,
  till: number,
  intervalS: number,
  random: () => number,
  fixes: Fix[],
): void {
  const network = city.networks[profile.mode]
  const position = city.junctions[network.places[place] ?? 0]
  if (!position) return
  const { odometerM, drivenM } = state
  for (let at = state.at + intervalS * 1000; at < till; at += intervalS * 1000) {
    const reading = { at, position, speedMps: 0, heading: 0, odometerM, drivenM, isRunning: false, hasFix: true }
    fixes.push(toFix(profile, reading, random))
  }
  state.at = till
}

/** Returns the odometer in metres on a day for a vehicle that was bought in 2024. {@link driveDays} starts with this value. */
export function usualOdometerM(vehicle: FleetVehicle, day: number): number {
  const ageDays = Math.max(0, Math.floor((day - Date.UTC(2024, 0, 1)) / DAY_MS))
  return (seedOf(vehicle.imei, 'odometer') % 2_000_000) + ageDays * USUAL_DAY_M
}
