import { distanceM, mpsToKph } from '@roadbook/geo'
import type { TripParameters } from './parameters.js'
import type { Point } from './point.js'

export const secondsBetween = (from: Point, to: Point): number => (to.positionedAt - from.positionedAt) / 1_000

/** The speed that a straight line between two points takes, km/h. */
export const impliedKph = (from: Point, to: Point): number => mpsToKph(distanceM(from, to) / secondsBetween(from, to))

/** The speed that the tracker reports, `undefined` when it reports none or one that no such vehicle has (65 535 km/h). */
export const believedSpeedKph = (point: Point, { ceilingKph }: TripParameters): number | undefined =>
  point.speedKph !== undefined && point.speedKph <= ceilingKph ? point.speedKph : undefined

/** Whether the vehicle went from one point to the other, judged by the positions alone. */
export const hasTravelled = (from: Point, to: Point, { displacementM, movingSpeedKph }: TripParameters): boolean =>
  distanceM(from, to) > displacementM && impliedKph(from, to) >= movingSpeedKph

/** How long positions are gathered before they are judged: at one a second a car in town never lies 25 m from the one before. */
export const JUDGE_AFTER_S = 20

/**
 * Whether `point` says too little to be judged by: no speed, nothing new of the sensors, and so near in time and place to the
 * last one that was judged that reception alone explains it. It is a waypoint and nothing else. The first of every minute
 * is judged whatever it says, so that at rest it does not matter which one was judged before.
 */
export function isBetween(judged: Point, last: Point, point: Point, parameters: TripParameters): boolean {
  if (believedSpeedKph(point, parameters) !== undefined || secondsBetween(judged, point) >= JUDGE_AFTER_S) return false
  if (minuteOf(last) !== minuteOf(point)) return false
  if (point.ignition !== judged.ignition || point.movement !== judged.movement) return false
  return distanceM(judged, point) <= parameters.displacementM
}

export const minuteOf = ({ positionedAt }: Point): number => Math.floor(positionedAt / 60_000)

/** Whether a point moves by what it says itself, without one before it. */
export const movesByItself = (point: Point, parameters: TripParameters): boolean =>
  (believedSpeedKph(point, parameters) ?? 0) >= parameters.movingSpeedKph

/**
 * Whether the vehicle is moving at `point`: its speed says so, or ignition or movement sensor is on and it was displaced
 * since the point before. A tracker that reports no speed is judged by the positions.
 */
export function isMoving(before: Point, point: Point, parameters: TripParameters): boolean {
  if (movesByItself(point, parameters)) return true
  if (believedSpeedKph(point, parameters) === undefined && hasTravelled(before, point, parameters)) return true
  const sensed = point.ignition === true || point.movement === true
  return sensed && distanceM(before, point) > parameters.displacementM
}
