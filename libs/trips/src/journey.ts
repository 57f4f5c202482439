import { distanceM, kphToMps } from '@roadbook/geo'
import { probableArrival } from './arrival.js'
import {
  believedSpeedKph,
  hasTravelled,
  impliedKph,
  isCrawling,
  isMoving,
  isSeenOnly,
  isWander,
  movesByItself,
  reportsMotion,
  secondsBetween,
  unheardRestS,
  vouchedS,
} from './motion.js'
import type { TripParameters } from './parameters.js'
import { placeOf, type Place, type Point } from './readings/point.js'
import { isReachable } from './readings/sieve.js'
import { add, agrees, leg, nothing, pause, singlePoint, waypoints, type Totals } from './totals.js'
import { toTrip, type Trip } from './trip.js'

/**
 * Journey: the state of a vehicle that left a rest. Until it is confirmed, it may still be jitter instead of a trip.
 * `settled` contains the totals up to `lastMotion`, which certainly belong to the trip. `since` contains the totals after
 * `lastMotion`, which belong to the trip only if the vehicle continues.
 */
export interface Journey {
  /** Place where the vehicle stood before the journey. */
  anchor: Place
  start: Place
  lastMotion: Place
  /** Estimated arrival at the place of `lastMotion`. Absent if that reading itself shows the arrival. */
  arrival?: Arrival
  /**
   * Time since which all readings have had exactly the same place. Either the vehicle stands, or its receiver repeats an
   * old place.
   */
  sameSince: number
  settled: Totals
  since: Totals
  /** Seconds of movement that the tracker itself confirms; see `vouchedS`. */
  movedS: number
  /** Start of the stretch for which the next speed is computed. Needed only if the tracker reports no speed. */
  paced: Place
  /** Number of consecutive points away from the anchor, counted back from the newest point. */
  away: number
  /** True if at any time two consecutive points were away from the anchor. */
  hasLeft: boolean
  /** Largest distance from the anchor, in metres. A reading counts only if it reports motion or has no speed. */
  farthestM: number
  /** True if at least one reading reported motion or had no speed. Without a speed, positions are the only evidence. */
  isReported: boolean
  /** Number of strides: readings that report standing but are clearly farther from the anchor than all earlier readings. */
  strides: number
  isConfirmed: boolean
  /**
   * True while the vehicle has stopped, briefly or permanently. Later points are then compared with the place of
   * `lastMotion`.
   */
  hasStopped: boolean
  ignitionSeen: boolean
}

/**
 * Estimated arrival. `isSaid` is true if the tracker reported a speed, because this speed shows that the vehicle stands.
 * Without a speed, only a further reading shows that the vehicle came to rest at this place.
 */
export interface Arrival {
  at: number
  isSaid: boolean
}

/**
 * Result of evaluating one more point. `journey` is absent if the vehicle is at rest. The trip is present if one has ended.
 */
export interface Step {
  journey?: Journey
  ended?: Trip
}

/** Evaluates the first point of a track, or the first point after a silence. */
export function begin(point: Point, parameters: TripParameters): Step {
  return movesByItself(point, parameters) ? { journey: setOff(point, point, parameters) } : {}
}

/**
 * Evaluates one more point of a vehicle at rest.
 * @param before the place of the rest
 * @param passed number of waypoints between `before` and `point` that were not evaluated
 */
export function leaveRest(before: Point, point: Point, parameters: TripParameters, passed: number): Step {
  if (!isMoving(before, point, parameters) || isAtRestAgain(before, point, parameters)) return {}
  const sawDeparture = hasTravelled(before, point, parameters) && secondsBetween(before, point) <= parameters.restS
  const journey = setOff(before, sawDeparture ? before : point, parameters, point)
  if (sawDeparture) journey.settled = add(journey.settled, waypoints(passed))
  return { journey: confirm(journey, point, parameters) }
}

function setOff(anchor: Point, start: Point, parameters: TripParameters, point = start): Journey {
  const first = singlePoint(start, parameters)
  const journey: Journey = {
    anchor: placeOf(anchor),
    start: placeOf(start),
    lastMotion: placeOf(point),
    sameSince: point.positionedAt,
    settled: point === start ? first : add(first, leg(start, point, parameters)),
    since: nothing(),
    movedS: point === start ? 0 : vouchedS(start, point, parameters),
    away: 0,
    hasLeft: false,
    farthestM: 0,
    isReported: point === start || isEvident(start, point, parameters),
    strides: 0,
    isConfirmed: false,
    hasStopped: false,
    ignitionSeen: start.ignition === true || point.ignition === true,
    paced: placeOf(start),
  }
  journey.settled.maxKph = Math.max(journey.settled.maxKph, pace(journey, point, parameters))
  return journey
}

/**
 * Minimum length in seconds of a stretch for which a speed is computed. On a shorter stretch, the noise of the positions
 * would distort the speed.
 */
const PACED_S = 10

/**
 * Returns the speed of the stretch that ends at a point without a speed. Returns 0 while the stretch is too short. Changes
 * `journey`.
 */
function pace(journey: Journey, point: Point, parameters: TripParameters): number {
  if (secondsBetween(journey.paced, point) < PACED_S) return 0
  const kph = believedSpeedKph(point, parameters) === undefined ? impliedKph(journey.paced, point) : 0
  journey.paced = placeOf(point)
  return Math.min(kph, parameters.ceilingKph)
}

/**
 * Evaluates one more point of a vehicle under way. Changes `journey`.
 * @param passed number of waypoints between `before` and `point` that were not evaluated
 */
export function goOn(journey: Journey, before: Point, point: Point, parameters: TripParameters, passed: number): Step {
  if (
    secondsBetween(before, point) > parameters.restS &&
    unheardRestS(before, point, journey.hasStopped, parameters) > parameters.restS
  ) {
    // The distance does not explain a silence of this length. The vehicle stood for most of it, in a garage or with its
    // power cut.
    return { ...leaveRest(before, point, parameters, passed), ended: cutBySilence(journey, point, parameters) }
  }
  const crawls = journey.hasStopped && isCrawling(journey.lastMotion, before, point, parameters)
  const moving = crawls || isMoving(before, point, parameters)
  const departs =
    moving && (journey.hasStopped ? isFarFromStop(journey, point, parameters) : !isWander(before, point, parameters))
  if (point.ignition === true) journey.ignitionSeen = true
  if (point.latitude !== before.latitude || point.longitude !== before.longitude) journey.sameSince = point.positionedAt
  const arrives = !departs && !journey.hasStopped && isArrival(before, point, parameters)
  if (passed > 0) journey.since = add(journey.since, waypoints(passed))
  const stoodS = secondsBetween(journey.lastMotion, before)
  if (departs && journey.hasStopped && stoodS > (parameters.pauseS ?? Infinity)) journey.since = pause(journey.since, stoodS)
  journey.since = add(journey.since, leg(before, point, parameters))
  journey.since.maxKph = Math.max(journey.since.maxKph, pace(journey, point, parameters))
  if (departs || arrives) {
    const ride = { startedAt: journey.start.positionedAt, settled: journey.settled }
    const at = journey.hasStopped ? undefined : probableArrival(before, point, ride, parameters)
    journey.arrival = at === undefined ? undefined : { at, isSaid: believedSpeedKph(point, parameters) !== undefined }
    settle(journey, before, point, parameters)
  }
  journey.hasStopped = !departs
  journey.isReported ||= isEvident(before, point, parameters)
  confirm(journey, point, parameters)
  if (isOver(journey, before, point, moving, parameters)) return { ...begin(point, parameters), ended: finished(journey) }
  return { journey }
}

/**
 * Returns true if a point is away from the stop. The wander is the drift of a parked vehicle. It can move each of two
 * readings of one place, so they may be twice the wander apart. If no speed confirms the point, the distance must therefore
 * exceed twice the wander.
 */
const isFarFromStop = ({ lastMotion }: Journey, point: Point, parameters: TripParameters): boolean =>
  distanceM(lastMotion, point) > (believedSpeedKph(point, parameters) === undefined ? 2 : 1) * parameters.wanderM

/**
 * Returns true if a vehicle that seems to have jumped to a place could have driven to it while its receiver repeated an old
 * place. The drive may have begun when the vehicle last moved, or when its reported place last changed.
 * @param last the vehicle's last accepted place
 */
export const explainsJump = ({ lastMotion, sameSince }: Journey, last: Place, to: Place, parameters: TripParameters): boolean =>
  [lastMotion, { ...last, positionedAt: sameSince }].some(
    (from) => secondsBetween(from, to) <= parameters.restS && isReachable(from, to, parameters),
  )

/**
 * Returns true if the first reading at rest belongs to the motion before it. This is so only if the vehicle itself soon reached
 * the place, and not if its position merely drifted.
 */
const isArrival = (before: Point, point: Point, parameters: TripParameters): boolean =>
  secondsBetween(before, point) <= parameters.restS && hasTravelled(before, point, parameters)

function settle(journey: Journey, before: Point, point: Point, parameters: TripParameters): void {
  journey.settled = add(journey.settled, journey.since)
  journey.since = nothing()
  journey.lastMotion = placeOf(point)
  journey.movedS += Math.min(vouchedS(before, point, parameters), parameters.restS)
}

/**
 * Returns true if the tracker reports movement, because two different places are not enough evidence. Also returns true if
 * the tracker reports no speed, because places are then the only possible evidence.
 */
const isEvident = (before: Point, point: Point, parameters: TripParameters): boolean =>
  believedSpeedKph(point, parameters) === undefined || reportsMotion(before, point, parameters)

/**
 * Returns true for a standing reading after a silence in which the vehicle had time to ride and park. Such a reading belongs
 * to the next rest.
 */
const isAtRestAgain = (before: Point, point: Point, parameters: TripParameters): boolean =>
  secondsBetween(before, point) > parameters.restS && !isEvident(before, point, parameters)

/**
 * If a journey has this many strides (see {@link Journey}), readings that report standing are enough for a trip. Two wrong
 * places and the way back give only two strides. A real ride of a tracker that always reports the speed 0 gives more
 * strides.
 */
const FEW_STRIDES = 3
/**
 * Minimum average speed, in km/h, at which an odometer confirms a trip that ends near its start. A bike that is pushed is
 * slower. In addition, the odometer must have counted at least twice the begin distance.
 */
const COUNTED_KPH = 5

/**
 * Confirms a journey as a trip if one of these conditions is true:
 * - Two consecutive readings are away from the anchor, and the journey has gone far enough.
 * - Two consecutive readings were away from the anchor, and the vehicle moved for long enough. It must also have gone as far
 *   as the slowest movement goes in that time, because a drifting position keeps "moving" for hours at one place.
 * - Two consecutive readings were away from the anchor, and the odometer has counted enough.
 *
 * If the tracker reports standing at every reading, different places are not enough for a trip.
 */
function confirm(journey: Journey, point: Point, parameters: TripParameters): Journey {
  if (journey.isConfirmed) return journey
  const { wanderM, beginDistanceM, beginMovementS, movingSpeedKph } = parameters
  const displacedM = distanceM(journey.anchor, point)
  journey.away = displacedM > wanderM ? journey.away + 1 : 0
  journey.hasLeft ||= journey.away >= 2
  const stands = believedSpeedKph(point, parameters) !== undefined && !movesByItself(point, parameters)
  if (stands && displacedM > journey.farthestM + 2 * wanderM) journey.strides++
  if (!stands || journey.strides > 0) journey.farthestM = Math.max(journey.farthestM, displacedM)
  const longEnough = journey.movedS >= beginMovementS && journey.farthestM >= kphToMps(movingSpeedKph) * beginMovementS
  journey.isConfirmed =
    (journey.isReported || journey.strides >= FEW_STRIDES) &&
    ((journey.away >= 2 && displacedM >= beginDistanceM) ||
      (journey.hasLeft && (longEnough || isCounted(journey, point, parameters))))
  return journey
}

/** Returns true if the odometer counted enough for a trip, wherever the trip ends. */
function isCounted({ start, settled, since }: Journey, point: Point, { beginDistanceM }: TripParameters): boolean {
  const { odometerM, meteredM, mostM } = add(settled, since)
  const enoughM = Math.max(2 * beginDistanceM, kphToMps(COUNTED_KPH) * secondsBetween(start, point))
  return odometerM >= enoughM && agrees({ odometerM, meteredM, mostM })
}

/**
 * Returns the trip that a silence ends. If only a single reading was far away, it is enough for a trip if the reading after
 * the silence confirms it.
 */
export function cutBySilence(journey: Journey, point: Point, parameters: TripParameters): Trip | undefined {
  const { anchor, lastMotion, away, isReported } = journey
  const areFar = [lastMotion, point].every((place) => distanceM(anchor, place) >= parameters.beginDistanceM)
  const agree = away === 1 && isReported && areFar && isReachable(lastMotion, point, parameters)
  const stayed = distanceM(lastMotion, point) <= parameters.wanderM
  return finished({ ...journey, isConfirmed: journey.isConfirmed || agree, hasStopped: journey.hasStopped || stayed })
}

/** Distance in metres. A vehicle that was once so far away had certainly left, even if it is back now. */
const SEEN_AWAY_M = 150

function isOver(journey: Journey, before: Point, point: Point, moving: boolean, parameters: TripParameters): boolean {
  if (secondsBetween(journey.lastMotion, point) >= parameters.restS && journey.hasStopped) return true
  if (!journey.isConfirmed && distanceM(journey.anchor, point) <= parameters.wanderM) {
    return !moving || (isSeenOnly(before, point, parameters) && journey.farthestM < SEEN_AWAY_M)
  }
  if (moving || !journey.isConfirmed) return false
  return parameters.endsWithIgnition && journey.ignitionSeen && point.ignition === false
}

/**
 * Returns the trip of a journey. Returns `undefined` if the journey did not become a trip, because it was not confirmed or
 * has no movement after its start.
 */
export const finished = ({ isConfirmed, start, lastMotion, arrival, hasStopped, settled }: Journey): Trip | undefined =>
  isConfirmed && lastMotion.positionedAt > start.positionedAt
    ? { ...toTrip(start, lastMotion, settled), ...(arrival && (arrival.isSaid || hasStopped) && { arrivedAt: arrival.at }) }
    : undefined
