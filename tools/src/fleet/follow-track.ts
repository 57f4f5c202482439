import type { Fix } from '@roadbook/contracts'
import { bearing, distanceM } from '@roadbook/geo'
import { seedOf, seededRandom } from '@roadbook/testing'
import { driveRoute } from './drive-route.js'
import type { TrackPoint } from './read-track.js'
import { IGNITION_EVENT, toFix } from './reading.js'
import { routeAlong } from './route.js'
import { type FleetVehicle, profileOf } from './vehicle-profile.js'

export interface FollowOptions {
  /** Time of the first record, ms since 1970 UTC. */
  startAt: number
  /** Speed on a track without times. Default: 30 km/h. */
  speedKph?: number
  /** Seconds between records on a track without times. Default: 10. */
  intervalS?: number
  odometerM?: number
}

/**
 * Returns the records of a vehicle that drives a track. If every point of the track has a time, the vehicle drives at these
 * times. Otherwise it drives at one speed.
 */
export function followTrack(track: readonly TrackPoint[], vehicle: FleetVehicle, options: FollowOptions): Fix[] {
  const random = seededRandom(seedOf(vehicle.imei, options.startAt))
  const odometerM = options.odometerM ?? 0
  const hasTimes = track.every(({ at }, index) => at !== undefined && (index === 0 || at > track[index - 1]!.at!))
  if (hasTimes) return followTimes(track, vehicle, options.startAt, odometerM, random)
  const speedKph = options.speedKph ?? 30
  const profile = { ...profileOf(vehicle.vehicleType), topSpeedKph: speedKph }
  const fixes: Fix[] = []
  const state = { at: options.startAt, odometerM, drivenM: 0 }
  driveRoute(routeAlong(track, speedKph / 3.6), state, { profile, intervalS: options.intervalS ?? 10, random }, fixes)
  return fixes
}

function followTimes(
  track: readonly TrackPoint[],
  vehicle: FleetVehicle,
  startAt: number,
  odometerM: number,
  random: () => number,
): Fix[] {
  const profile = profileOf(vehicle.vehicleType)
  let drivenM = 0
  return track.map((point, index) => {
    const before = track[index - 1]
    const isLast = index === track.length - 1
    const next = track[index + 1] ?? point
    const stepM = before ? distanceM(before, point) : 0
    const speedMps = before && !isLast ? stepM / ((point.at! - before.at!) / 1000) : 0
    drivenM += stepM
    const reading = {
      at: startAt + (point.at! - track[0]!.at!),
      position: point,
      speedMps,
      heading: bearing(point, next),
      odometerM: odometerM + drivenM,
      drivenM,
      isRunning: !isLast,
      hasFix: true,
      event: index === 0 || isLast ? IGNITION_EVENT : undefined,
    }
    return { ...toFix(profile, reading, random), latitude: point.latitude, longitude: point.longitude }
  })
}
