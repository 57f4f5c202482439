import { distanceM, kphToMps, mpsToKph } from '@roadbook/geo'
import { believedSpeedKph, countedM, hasTravelled, isMoving, secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './readings/point.js'

/** What a stretch of track adds up to. */
export interface Totals {
  waypoints: number
  idleS: number
  /** The highest believed speed, of a fix or where it tells none of a stretch; 0 while none is known. */
  maxKph: number
  /** Haversine of the legs on which the odometer says nothing usable. */
  unmeteredM: number
  /** Haversine of the legs that the odometer measured, to check it by. */
  meteredM: number
  /** What the odometer counted on those. */
  odometerM: number
  /** The most that it may have counted on those. */
  mostM: number
  /** How far the vehicle could have got at all. */
  possibleM: number
}

/** Straight lines between fixes as near in time as this follow the road; sparser ones cut off whole streets and laps. */
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

/** Waypoints that only count: the way leads past them unseen. */
export const waypoints = (count: number): Totals => ({ ...nothing(), waypoints: count })

/** One waypoint that nothing leads to: where a trip begins. */
export const standing = (point: Point, parameters: TripParameters): Totals => ({
  ...nothing(),
  waypoints: 1,
  maxKph: believedSpeedKph(point, parameters) ?? 0,
})

/** A pause of so many seconds within a trip: its waypoints count, and nothing that positions or counters did meanwhile. */
export const pause = ({ waypoints: count }: Totals, seconds: number): Totals => ({
  ...nothing(),
  waypoints: count,
  idleS: seconds,
})

/** The way from one believed point to the next, and the waypoint at its end. */
export function leg(from: Point, to: Point, parameters: TripParameters): Totals {
  const totals = standing(to, parameters)
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
 * Metres travelled: the odometer's where it agrees with the positions, else the straight lines. An odometer may show up
 * to twice what straight lines between dense fixes do (curves), between sparse ones what the vehicle can do in the time;
 * little less than they, and it never stands still on a journey. Noise of readings never makes it faster than its kind.
 */
export const travelledM = (totals: Totals): number =>
  Math.min(totals.unmeteredM + (agrees(totals) ? totals.odometerM : totals.meteredM), totals.possibleM)

/** Whether what the odometer counted can be the way that the positions show. */
export const agrees = ({ odometerM, meteredM, mostM }: Pick<Totals, 'odometerM' | 'meteredM' | 'mostM'>): boolean =>
  odometerM > 0 && odometerM >= 0.8 * meteredM - 50 && odometerM <= mostM + 100

/** Kilometres an hour over a distance, 0 for no time. */
export const averageKph = (metres: number, seconds: number): number => (seconds > 0 ? mpsToKph(metres / seconds) : 0)
