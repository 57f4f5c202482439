import { distanceM, kphToMps, mpsToKph } from '@roadbook/geo'
import { believedSpeedKph, countedM, hasTravelled, isMoving, secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './readings/point.js'

/** Sums over a part of a track. The part consists of legs: paths from one accepted point to the next. */
export interface Totals {
  waypoints: number
  idleS: number
  /**
   * Highest accepted speed in km/h. It is a speed that a fix reported or, if fixes report no speed, the average speed of a
   * part of the track. 0 if no speed is known.
   */
  maxKph: number
  /** Straight (haversine) distance in metres of the legs without a usable odometer. */
  unmeteredM: number
  /** Straight (haversine) distance in metres of the legs with a usable odometer, for comparison with `odometerM`. */
  meteredM: number
  /** Metres counted by the odometer on the legs with a usable odometer. */
  odometerM: number
  /** Largest plausible value of `odometerM`, in metres. */
  mostM: number
  /** Distance in metres that the vehicle would have covered at its kind's top speed. */
  possibleM: number
}

/**
 * If two fixes are at most this many seconds apart, the straight line between them counts as following the road. With longer
 * intervals, straight lines leave out whole streets and laps.
 */
export const DENSE_S = 30

export const nothing = (): Totals => ({
  waypoints: 0,
  idleS: 0,
  maxKph: 0,
  unmeteredM: 0,
  meteredM: 0,
  odometerM: 0,
  mostM: 0,
  possibleM: 0,
})

export const add = (left: Totals, right: Totals): Totals => ({
  waypoints: left.waypoints + right.waypoints,
  idleS: left.idleS + right.idleS,
  maxKph: Math.max(left.maxKph, right.maxKph),
  unmeteredM: left.unmeteredM + right.unmeteredM,
  meteredM: left.meteredM + right.meteredM,
  odometerM: left.odometerM + right.odometerM,
  mostM: left.mostM + right.mostM,
  possibleM: left.possibleM + right.possibleM,
})

/** Totals of waypoints that add no distance or time. */
export const waypoints = (count: number): Totals => ({ ...nothing(), waypoints: count })

/** Totals of a single waypoint at the start of a trip. No leg precedes it. */
export const singlePoint = (point: Point, parameters: TripParameters): Totals => ({
  ...nothing(),
  waypoints: 1,
  maxKph: believedSpeedKph(point, parameters) ?? 0,
})

/** Totals of a pause within a trip. Waypoints in the pause are counted. Their positions and odometer readings are ignored. */
export const pause = ({ waypoints: count }: Totals, seconds: number): Totals => ({
  ...nothing(),
  waypoints: count,
  idleS: seconds,
})

/** Returns the totals of the leg from one accepted point to the next, including the waypoint at its end. */
export function leg(from: Point, to: Point, parameters: TripParameters): Totals {
  const totals = singlePoint(to, parameters)
  const straightM = distanceM(from, to)
  const possibleM = kphToMps(parameters.ceilingKph) * secondsBetween(from, to)
  const counted = countedM(from, to, parameters)
  totals.possibleM = possibleM
  if (counted === undefined) totals.unmeteredM = straightM
  else {
    totals.meteredM = straightM
    totals.odometerM = counted
    totals.mostM = secondsBetween(from, to) > DENSE_S ? possibleM : 2 * straightM
  }
  const idle = !isMoving(from, to, parameters) && !hasTravelled(from, to, parameters)
  if (idle) totals.idleS = secondsBetween(from, to)
  return totals
}

/**
 * Returns the metres travelled. This is the odometer's count if it agrees with the positions, and otherwise the length of the
 * straight lines. The count agrees if it is neither too large nor too small:
 * - Because of curves it may be larger than the straight lines: up to twice their length if the fixes are dense (`DENSE_S`),
 *   and up to the distance that the vehicle can cover if they are not.
 * - It must not be 0, and may be only a little less than the straight lines.
 *
 * The result never exceeds the distance that this kind of vehicle can cover in the time.
 */
export const travelledM = (totals: Totals): number =>
  Math.min(totals.unmeteredM + (agrees(totals) ? totals.odometerM : totals.meteredM), totals.possibleM)

/** Returns true if the odometer's count agrees with the positions. */
export const agrees = ({ odometerM, meteredM, mostM }: Pick<Totals, 'odometerM' | 'meteredM' | 'mostM'>): boolean =>
  odometerM > 0 && odometerM >= 0.8 * meteredM - 50 && odometerM <= mostM + 100

/** Returns the average speed in km/h. 0 if the time is 0. */
export const averageKph = (metres: number, seconds: number): number => (seconds > 0 ? mpsToKph(metres / seconds) : 0)
