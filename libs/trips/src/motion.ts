import { distanceM, kphToMps, mpsToKph } from '@roadbook/geo'
import type { TripParameters } from './parameters.js'
import type { Place, Point } from './readings/point.js'

export const secondsBetween = (from: Place, to: Place): number => (to.positionedAt - from.positionedAt) / 1_000

/** Returns the speed that a straight line between two points requires, km/h. */
export const impliedKph = (from: Place, to: Place): number => mpsToKph(distanceM(from, to) / secondsBetween(from, to))

/** Returns an odometer's step in metres. Some count whole kilometres, so they stand still and then jump by one. */
export const stepM = (odometerM: number): number => (odometerM % 1_000 === 0 ? 1_000 : odometerM % 100 === 0 ? 100 : 10)

/**
 * Returns the metres counted by the odometer, or `undefined` when it is absent, was reset, wrapped, or ran faster than any
 * vehicle.
 */
export function countedM(from: Point, to: Point, { ceilingKph }: TripParameters): number | undefined {
  if (from.odometerM === undefined || to.odometerM === undefined) return undefined
  const counted = to.odometerM - from.odometerM
  return counted < 0 || counted > kphToMps(ceilingKph) * secondsBetween(from, to) + stepM(to.odometerM) ? undefined : counted
}

/** Returns the tracker's reported speed, or `undefined` when there is none or no such vehicle reaches it (65 535 km/h). */
export const believedSpeedKph = (point: Point, { ceilingKph }: TripParameters): number | undefined =>
  point.speedKph !== undefined && point.speedKph <= ceilingKph ? point.speedKph : undefined

/** Returns true when the vehicle went from one point to the other, judged by positions alone. */
export const hasTravelled = (from: Point, to: Point, { displacementM, movingSpeedKph }: TripParameters): boolean =>
  distanceM(from, to) > displacementM && impliedKph(from, to) >= movingSpeedKph

/** Minimum seconds before positions are judged: at one fix a second a car in town never lies 25 m from the one before. */
export const JUDGE_AFTER_S = 20

/**
 * Returns true when `point` has too little information to be judged: no speed, no sensor change, and close enough in time and
 * place to the last judged point for reception alone to explain it. It is only counted as a waypoint. The first of every minute
 * is always judged, so that at rest it does not matter which one was judged before.
 */
export function isBetween(judged: Point, last: Point, point: Point, parameters: TripParameters): boolean {
  if (believedSpeedKph(point, parameters) !== undefined || secondsBetween(judged, point) >= JUDGE_AFTER_S) return false
  if (minuteOf(last) !== minuteOf(point)) return false
  if (point.ignition !== judged.ignition || point.movement !== judged.movement) return false
  return distanceM(judged, point) <= parameters.displacementM
}

export const minuteOf = ({ positionedAt }: Place): number => Math.floor(positionedAt / 60_000)

/** A leg this long and this fast is real movement, whatever the speed reported at its end: any red light reports 0. */
const LEG_S = 60
const LEG_KPH = 5

/**
 * Returns true when the vehicle moved between two readings that may both report standing. Twice the wander allows for two bad
 * readings.
 */
const wentOn = (from: Point, to: Point, { wanderM }: TripParameters): boolean =>
  secondsBetween(from, to) >= LEG_S && distanceM(from, to) > 2 * wanderM && impliedKph(from, to) >= LEG_KPH

/** Returns true when a point's own speed shows movement. */
export const movesByItself = (point: Point, parameters: TripParameters): boolean =>
  (believedSpeedKph(point, parameters) ?? 0) >= parameters.movingSpeedKph

/**
 * Returns true when the tracker itself reports motion: by its speed, or by a sensor and a displacement since the previous point.
 */
export const reportsMotion = (before: Point, point: Point, parameters: TripParameters): boolean =>
  movesByItself(point, parameters) ||
  ((point.ignition === true || point.movement === true) && distanceM(before, point) > parameters.displacementM)

/**
 * Returns true when the vehicle is moving at `point`: the tracker reports it, or it moved since the previous point. A tracker
 * that reports no speed is judged by its positions.
 */
export const isMoving = (before: Point, point: Point, parameters: TripParameters): boolean =>
  reportsMotion(before, point, parameters) ||
  (believedSpeedKph(point, parameters) === undefined
    ? hasTravelled(before, point, parameters)
    : wentOn(before, point, parameters))

/**
 * Returns true when a stopped vehicle crawls in a jam. Each step is within the wander and its speed does not count, but it is now
 * farther from the stop than two readings of one place can be.
 */
export const isCrawling = (stop: Place, before: Point, point: Point, parameters: TripParameters): boolean =>
  believedSpeedKph(point, parameters) !== 0 &&
  secondsBetween(before, point) <= LEG_S &&
  distanceM(before, point) < parameters.wanderM &&
  distanceM(stop, point) > 2 * parameters.wanderM

/** Returns the seconds of movement confirmed by the tracker's speed. Positions alone may drift for hours. */
export const vouchedS = (before: Point, point: Point, parameters: TripParameters): number =>
  believedSpeedKph(point, parameters) !== undefined && reportsMotion(before, point, parameters)
    ? secondsBetween(before, point)
    : 0

/** In less time reception drifts little, so a displacement is real movement. */
const WANDER_S = 25

/** Returns true when two positions some time apart are the only evidence of a movement. */
export const isSeenOnly = (before: Point, point: Point, parameters: TripParameters): boolean =>
  believedSpeedKph(point, parameters) === undefined && secondsBetween(before, point) >= WANDER_S

/** Returns true when a movement may be drift: shown only by positions, and no farther than reception wanders. */
export const isWander = (before: Point, point: Point, parameters: TripParameters): boolean =>
  isSeenOnly(before, point, parameters) && distanceM(before, point) <= parameters.wanderM

/** Minimum speeds assumed during a silence, km/h: walking pace for a vehicle that was moving, a ride for one that stood. */
const PACE_KPH = { moving: 5, stopped: 15 }

/** Returns how long the vehicle must have stood between two points, assuming a slow ride for the distance. */
export const unheardRestS = (from: Point, to: Point, hadStopped: boolean, parameters: TripParameters): number =>
  secondsBetween(from, to) -
  Math.max(distanceM(from, to), countedM(from, to, parameters) ?? 0) / kphToMps(hadStopped ? PACE_KPH.stopped : PACE_KPH.moving)
