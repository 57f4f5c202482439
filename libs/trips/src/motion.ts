import { distanceM, kphToMps, mpsToKph } from '@roadbook/geo'
import type { TripParameters } from './parameters.js'
import type { Place, Point } from './readings/point.js'

export const secondsBetween = (from: Place, to: Place): number => (to.positionedAt - from.positionedAt) / 1_000

/** The speed that a straight line between two points takes, km/h. */
export const impliedKph = (from: Place, to: Place): number => mpsToKph(distanceM(from, to) / secondsBetween(from, to))

/** Odometers of whole kilometres stand still and then jump by one. */
export const stepM = (odometerM: number): number => (odometerM % 1_000 === 0 ? 1_000 : odometerM % 100 === 0 ? 100 : 10)

/** Metres that the odometer counted, `undefined` when it is silent, was reset, wrapped, or ran faster than any vehicle. */
export function countedM(from: Point, to: Point, { ceilingKph }: TripParameters): number | undefined {
  if (from.odometerM === undefined || to.odometerM === undefined) return undefined
  const counted = to.odometerM - from.odometerM
  return counted < 0 || counted > kphToMps(ceilingKph) * secondsBetween(from, to) + stepM(to.odometerM) ? undefined : counted
}

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

export const minuteOf = ({ positionedAt }: Place): number => Math.floor(positionedAt / 60_000)

/** A leg as long as this and as fast is a way that was gone, whatever the snapshot at its end says: every red light is one. */
const LEG_S = 60
const LEG_KPH = 5

/** Whether the vehicle went on between two readings that may both say that it stands; twice the wander is two bad readings. */
const wentOn = (from: Point, to: Point, { wanderM }: TripParameters): boolean =>
  secondsBetween(from, to) >= LEG_S && distanceM(from, to) > 2 * wanderM && impliedKph(from, to) >= LEG_KPH

/** Whether a point moves by what it says itself, without one before it. */
export const movesByItself = (point: Point, parameters: TripParameters): boolean =>
  (believedSpeedKph(point, parameters) ?? 0) >= parameters.movingSpeedKph

/** Whether the tracker itself reports motion: by its speed, or by a sensor and a displacement since the point before. */
export const reportsMotion = (before: Point, point: Point, parameters: TripParameters): boolean =>
  movesByItself(point, parameters) ||
  ((point.ignition === true || point.movement === true) && distanceM(before, point) > parameters.displacementM)

/**
 * Whether the vehicle is moving at `point`: the tracker says so, or it went on since the point before. A tracker that
 * reports no speed is judged by the positions.
 */
export const isMoving = (before: Point, point: Point, parameters: TripParameters): boolean =>
  reportsMotion(before, point, parameters) ||
  (believedSpeedKph(point, parameters) === undefined
    ? hasTravelled(before, point, parameters)
    : wentOn(before, point, parameters))

/**
 * Whether a vehicle that had stopped crawls in a jam: each step is no more than reception wanders and its speed none that
 * counts, but by now it is twice as far from the stop as two readings of one place lie.
 */
export const isCrawling = (stop: Place, before: Point, point: Point, parameters: TripParameters): boolean =>
  believedSpeedKph(point, parameters) !== 0 &&
  secondsBetween(before, point) <= LEG_S &&
  distanceM(before, point) < parameters.wanderM &&
  distanceM(stop, point) > 2 * parameters.wanderM

/** Seconds of movement that the tracker's speed vouches for; what positions alone show may be wander for hours. */
export const vouchedS = (before: Point, point: Point, parameters: TripParameters): number =>
  believedSpeedKph(point, parameters) !== undefined && reportsMotion(before, point, parameters)
    ? secondsBetween(before, point)
    : 0

/** In less time reception wanders little; what positions show then is a way. */
const WANDER_S = 25

/** Whether nothing but two positions that lie some time apart says how the vehicle got to a point. */
export const isSeenOnly = (before: Point, point: Point, parameters: TripParameters): boolean =>
  believedSpeedKph(point, parameters) === undefined && secondsBetween(before, point) >= WANDER_S

/** Whether a movement may be none: seen only, slower than one walks, and no farther than reception wanders. */
export const isWander = (before: Point, point: Point, parameters: TripParameters): boolean =>
  isSeenOnly(before, point, parameters) && distanceM(before, point) <= parameters.wanderM

/** A vehicle that was moving when it was last heard of went on at least as fast as one walks; one that stood went off to ride. */
const PACE_KPH = { moving: 5, stopped: 15 }

/** How long the vehicle must have stood between two points, had it gone the way between them slowly. */
export const unheardRestS = (from: Point, to: Point, hadStopped: boolean, parameters: TripParameters): number =>
  secondsBetween(from, to) -
  Math.max(distanceM(from, to), countedM(from, to, parameters) ?? 0) / kphToMps(hadStopped ? PACE_KPH.stopped : PACE_KPH.moving)
