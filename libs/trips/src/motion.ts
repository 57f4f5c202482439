import { distanceM, kphToMps, mpsToKph } from '@roadbook/geo'
import type { TripParameters } from './parameters.js'
import type { Place, Point } from './readings/point.js'

export const secondsBetween = (from: Place, to: Place): number => (to.positionedAt - from.positionedAt) / 1_000

/** Returns the speed in km/h that a vehicle needs between two points if it takes the straight line. */
export const impliedKph = (from: Place, to: Place): number => mpsToKph(distanceM(from, to) / secondsBetween(from, to))

/**
 * Returns the resolution of an odometer in metres, estimated from its reading. Some odometers count whole kilometres. Such
 * an odometer stands still and then jumps by a kilometre.
 */
export const stepM = (odometerM: number): number => (odometerM % 1_000 === 0 ? 1_000 : odometerM % 100 === 0 ? 100 : 10)

/**
 * Returns the metres that the odometer counted between two points. Returns `undefined` if a reading is missing, or if the
 * odometer restarted, wrapped, or ran faster than the vehicle can.
 */
export function countedM(from: Point, to: Point, { ceilingKph }: TripParameters): number | undefined {
  if (from.odometerM === undefined || to.odometerM === undefined) return undefined
  const counted = to.odometerM - from.odometerM
  return counted < 0 || counted > kphToMps(ceilingKph) * secondsBetween(from, to) + stepM(to.odometerM) ? undefined : counted
}

/**
 * Returns the speed that the tracker reported. Returns `undefined` if it reported none, or if this kind of vehicle cannot
 * be so fast (for example 65 535 km/h).
 */
export const believedSpeedKph = (point: Point, { ceilingKph }: TripParameters): number | undefined =>
  point.speedKph !== undefined && point.speedKph <= ceilingKph ? point.speedKph : undefined

/** Returns true if the vehicle went from one point to the other, according to their positions only. */
export const hasTravelled = (from: Point, to: Point, { displacementM, movingSpeedKph }: TripParameters): boolean =>
  distanceM(from, to) > displacementM && impliedKph(from, to) >= movingSpeedKph

/**
 * Seconds for which a point is not evaluated after the last evaluated point, if it has no speed and is within `displacementM`
 * (25 m) of that point; see `isBetween`. If each point were evaluated, a car in town with one fix per second would never seem to
 * move, because it is never 25 m from the fix before.
 */
export const JUDGE_AFTER_S = 20

/**
 * Returns true if `point` need not be evaluated and is only counted as a waypoint. Such a point has no speed and no sensor
 * change. It comes within `JUDGE_AFTER_S` after the last evaluated point. It is also so close to that point that poor
 * reception may explain the distance. The first point of every minute is always evaluated, and the points after it are
 * compared with it or with a later one. So the result at rest does not depend on which points before that minute were
 * evaluated. `stableRests` relies on this.
 */
export function isBetween(judged: Point, last: Point, point: Point, parameters: TripParameters): boolean {
  if (believedSpeedKph(point, parameters) !== undefined || secondsBetween(judged, point) >= JUDGE_AFTER_S) return false
  if (minuteOf(last) !== minuteOf(point)) return false
  if (point.ignition !== judged.ignition || point.movement !== judged.movement) return false
  return distanceM(judged, point) <= parameters.displacementM
}

export const minuteOf = ({ positionedAt }: Place): number => Math.floor(positionedAt / 60_000)

/**
 * Minimum seconds between two readings for their distance to show movement although the second reading reports a speed that is
 * too low to count. That speed may be 0 at a red light. The value is also the maximum seconds between two readings in
 * `isCrawling`. The next constant is the minimum speed, in km/h, that the distance must imply.
 */
const LEG_S = 60
const LEG_KPH = 5

/**
 * Returns true if the vehicle moved between two readings, even if both report standing. The distance must exceed twice the
 * wander (drift of a parked vehicle), because each reading may have drifted.
 */
const wentOn = (from: Point, to: Point, { wanderM }: TripParameters): boolean =>
  secondsBetween(from, to) >= LEG_S && distanceM(from, to) > 2 * wanderM && impliedKph(from, to) >= LEG_KPH

/** Returns true when a point's own speed shows movement. */
export const movesByItself = (point: Point, parameters: TripParameters): boolean =>
  (believedSpeedKph(point, parameters) ?? 0) >= parameters.movingSpeedKph

/**
 * Returns true if the tracker itself reports motion, either by its speed, or by a sensor if the place has changed since the
 * previous point.
 */
export const reportsMotion = (before: Point, point: Point, parameters: TripParameters): boolean =>
  movesByItself(point, parameters) ||
  ((point.ignition === true || point.movement === true) && distanceM(before, point) > parameters.displacementM)

/**
 * Returns true if the vehicle is moving at `point`: the tracker reports motion, or the vehicle moved since the previous
 * point. The positions decide whether it moved since the previous point: by `hasTravelled` if the tracker reports no believable
 * speed, otherwise by the stricter `wentOn`.
 */
export const isMoving = (before: Point, point: Point, parameters: TripParameters): boolean =>
  reportsMotion(before, point, parameters) ||
  (believedSpeedKph(point, parameters) === undefined
    ? hasTravelled(before, point, parameters)
    : wentOn(before, point, parameters))

/**
 * Returns true if a stopped vehicle crawls in a jam. The distance from the previous reading is so short that it may be
 * drift, and the speed is too low to count. But the vehicle is farther from the stop than two readings of one place can be apart.
 */
export const isCrawling = (stop: Place, before: Point, point: Point, parameters: TripParameters): boolean =>
  believedSpeedKph(point, parameters) !== 0 &&
  secondsBetween(before, point) <= LEG_S &&
  distanceM(before, point) < parameters.wanderM &&
  distanceM(stop, point) > 2 * parameters.wanderM

/**
 * Returns the seconds of movement that the tracker itself confirms, by its speed or by a sensor. Movement shown only by
 * positions does not count, because positions may drift for hours. Without a believable speed, the result is 0.
 */
export const vouchedS = (before: Point, point: Point, parameters: TripParameters): number =>
  believedSpeedKph(point, parameters) !== undefined && reportsMotion(before, point, parameters)
    ? secondsBetween(before, point)
    : 0

/** Time in seconds in which positions hardly drift. A displacement within this time is therefore real movement. */
const WANDER_S = 25

/** Returns true when two positions some time apart are the only evidence of a movement. */
export const isSeenOnly = (before: Point, point: Point, parameters: TripParameters): boolean =>
  believedSpeedKph(point, parameters) === undefined && secondsBetween(before, point) >= WANDER_S

/**
 * Returns true if a movement may be drift: only positions show the movement, and its distance is within the wander (drift of
 * a parked vehicle).
 */
export const isWander = (before: Point, point: Point, parameters: TripParameters): boolean =>
  isSeenOnly(before, point, parameters) && distanceM(before, point) <= parameters.wanderM

/**
 * Speeds in km/h that a vehicle is assumed to have ridden during a silence. If the vehicle was moving before the silence, this
 * is walking pace: the distance then explains more of the silence, and the trip goes on more often. If the vehicle had
 * stopped, this is the speed of a slow ride: the distance explains less, and the trip ends more often.
 */
const PACE_KPH = { moving: 5, stopped: 15 }

/** Returns how many seconds the vehicle must have stood between two points if it rode slowly for the whole distance. */
export const unheardRestS = (from: Point, to: Point, hadStopped: boolean, parameters: TripParameters): number =>
  secondsBetween(from, to) -
  Math.max(distanceM(from, to), countedM(from, to, parameters) ?? 0) / kphToMps(hadStopped ? PACE_KPH.stopped : PACE_KPH.moving)
