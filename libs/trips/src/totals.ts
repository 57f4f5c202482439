import { distanceM, kphToMps, mpsToKph } from '@roadbook/geo'
import { believedSpeedKph, hasTravelled, isMoving, secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './point.js'

/** What a stretch of track adds up to. */
export interface Totals {
  waypoints: number
  idleS: number
  /** The highest believed speed; 0 while none was reported. */
  maxKph: number
  /** Haversine of the legs on which the odometer says nothing usable. */
  unmeteredM: number
  /** Haversine of the legs that the odometer measured, to check it by. */
  meteredM: number
  /** What the odometer counted on those. */
  odometerM: number
}

export const nothing = (): Totals => ({ waypoints: 0, idleS: 0, maxKph: 0, unmeteredM: 0, meteredM: 0, odometerM: 0 })

export const add = (left: Totals, right: Totals): Totals => ({
  waypoints: left.waypoints + right.waypoints,
  idleS: left.idleS + right.idleS,
  maxKph: Math.max(left.maxKph, right.maxKph),
  unmeteredM: left.unmeteredM + right.unmeteredM,
  meteredM: left.meteredM + right.meteredM,
  odometerM: left.odometerM + right.odometerM,
})

/** Waypoints that only count: the way leads past them unseen. */
export const waypoints = (count: number): Totals => ({ ...nothing(), waypoints: count })

/** One waypoint that nothing leads to: where a trip begins. */
export const standing = (point: Point, parameters: TripParameters): Totals => ({
  ...nothing(),
  waypoints: 1,
  maxKph: believedSpeedKph(point, parameters) ?? 0,
})

/** The way from one believed point to the next, and the waypoint at its end. */
export function leg(from: Point, to: Point, parameters: TripParameters): Totals {
  const totals = standing(to, parameters)
  const straightM = distanceM(from, to)
  const counted = metered(from, to, parameters)
  if (counted === undefined) totals.unmeteredM = straightM
  else Object.assign(totals, { meteredM: straightM, odometerM: counted })
  const idle = !isMoving(from, to, parameters) && !hasTravelled(from, to, parameters)
  if (idle) totals.idleS = secondsBetween(from, to)
  return totals
}

/** Metres that the odometer counted, `undefined` when it is silent, was reset, wrapped, or ran faster than any vehicle. */
function metered(from: Point, to: Point, { ceilingKph }: TripParameters): number | undefined {
  if (from.odometerM === undefined || to.odometerM === undefined) return undefined
  const counted = to.odometerM - from.odometerM
  const possible = kphToMps(ceilingKph) * secondsBetween(from, to) + stepM(to.odometerM)
  return counted < 0 || counted > possible ? undefined : counted
}

/** Odometers of whole kilometres stand still and then jump by one. */
const stepM = (odometerM: number): number => (odometerM % 1_000 === 0 ? 1_000 : odometerM % 100 === 0 ? 100 : 10)

/**
 * Metres travelled: the odometer's where it agrees with the positions, else the straight lines. An odometer may show up
 * to twice what straight lines do (curves between sparse fixes), little less, and never stands still on a journey.
 */
export function travelledM({ unmeteredM, meteredM, odometerM }: Totals): number {
  const agrees = odometerM > 0 && odometerM >= 0.8 * meteredM - 50 && odometerM <= 2 * meteredM + 100
  return unmeteredM + (agrees ? odometerM : meteredM)
}

/** Kilometres an hour over a distance, 0 for no time. */
export const averageKph = (metres: number, seconds: number): number => (seconds > 0 ? mpsToKph(metres / seconds) : 0)
