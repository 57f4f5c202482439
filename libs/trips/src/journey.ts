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
import { add, agrees, leg, nothing, pause, standing, waypoints, type Totals } from './totals.js'
import { toTrip, type Trip } from './trip.js'

/**
 * A vehicle that left a rest. Until it is confirmed it may still turn out to be jitter. Everything up to `lastMotion` is
 * sure to belong to the trip; what came `since` belongs to it only if the vehicle goes on.
 */
export interface Journey {
  /** Where it stood. */
  anchor: Place
  start: Place
  lastMotion: Place
  /** When it probably came to `lastMotion`; absent where that reading itself says when. */
  arrival?: Arrival
  /** Since when every reading has been the same place to the last digit: the vehicle stands, or its receiver is frozen. */
  sameSince: number
  settled: Totals
  since: Totals
  /** Movement that the tracker's speed vouched for. */
  movedS: number
  /** Where the stretch begins that the next speed is told by, where the tracker tells none. */
  paced: Place
  /** Points in a row that lie away from the anchor. */
  away: number
  /** Two in a row did. */
  hasLeft: boolean
  /** The farthest from the anchor that a reading saw it which moved, or whose tracker reports no speed. */
  farthestM: number
  /** A reading reported motion, or reported no speed: then positions are all that there is. */
  isReported: boolean
  /** How often a reading that says that it stands lay farther from the anchor than any before it. */
  strides: number
  isConfirmed: boolean
  /** It has stopped, for a while or for good: points after `lastMotion` are weighed against that place. */
  hasStopped: boolean
  ignitionSeen: boolean
}

/** An estimate. Where the tracker reports no speed, only a further reading shows that the vehicle came to rest there. */
export interface Arrival {
  at: number
  isSaid: boolean
}

/** What one more point did: the journey that goes on (none: at rest), and the trip that it ended. */
export interface Step {
  journey?: Journey
  ended?: Trip
}

/** The first point of a track, after nothing or after a silence. */
export function begin(point: Point, parameters: TripParameters): Step {
  return movesByItself(point, parameters) ? { journey: setOff(point, point, parameters) } : {}
}

/**
 * One more point of a vehicle at rest; `before` is the place of the rest.
 * @param passed how many waypoints lie between the two that were not judged.
 */
export function leaveRest(before: Point, point: Point, parameters: TripParameters, passed: number): Step {
  if (!isMoving(before, point, parameters) || isAtRestAgain(before, point, parameters)) return {}
  const sawDeparture = hasTravelled(before, point, parameters) && secondsBetween(before, point) <= parameters.restS
  const journey = setOff(before, sawDeparture ? before : point, parameters, point)
  if (sawDeparture) journey.settled = add(journey.settled, waypoints(passed))
  return { journey: confirm(journey, point, parameters) }
}

function setOff(anchor: Point, start: Point, parameters: TripParameters, point = start): Journey {
  const first = standing(start, parameters)
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

/** A speed over less time would be noise. */
const PACED_S = 10

/** The speed of the stretch that ends at a point without a speed of its own, 0 while it is too short. Changes `journey`. */
function pace(journey: Journey, point: Point, parameters: TripParameters): number {
  if (secondsBetween(journey.paced, point) < PACED_S) return 0
  const kph = believedSpeedKph(point, parameters) === undefined ? impliedKph(journey.paced, point) : 0
  journey.paced = placeOf(point)
  return Math.min(kph, parameters.ceilingKph)
}

/**
 * One more point of a vehicle on its way. Changes `journey`.
 * @param passed how many waypoints lie between the two that were not judged.
 */
export function goOn(journey: Journey, before: Point, point: Point, parameters: TripParameters, passed: number): Step {
  if (
    secondsBetween(before, point) > parameters.restS &&
    unheardRestS(before, point, journey.hasStopped, parameters) > parameters.restS
  ) {
    // The way alone does not explain the silence: it stood for most of it, in a garage or with its power cut.
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

/** Two readings of one place lie as far apart as twice the wander; where no speed vouches for the point, that may be all. */
const isFarFromStop = ({ lastMotion }: Journey, point: Point, parameters: TripParameters): boolean =>
  distanceM(lastMotion, point) > (believedSpeedKph(point, parameters) === undefined ? 2 : 1) * parameters.wanderM

/**
 * Whether a vehicle that seems to have jumped to a point drove there while its receiver repeated itself: since it last moved,
 * or since its place last changed.
 * @param last where it was last believed to be.
 */
export const explainsJump = ({ lastMotion, sameSince }: Journey, last: Place, to: Place, parameters: TripParameters): boolean =>
  [lastMotion, { ...last, positionedAt: sameSince }].some(
    (from) => secondsBetween(from, to) <= parameters.restS && isReachable(from, to, parameters),
  )

/** The first reading at rest ends the motion that led there, if the vehicle got there and not only its signal. */
const isArrival = (before: Point, point: Point, parameters: TripParameters): boolean =>
  secondsBetween(before, point) <= parameters.restS && hasTravelled(before, point, parameters)

function settle(journey: Journey, before: Point, point: Point, parameters: TripParameters): void {
  journey.settled = add(journey.settled, journey.since)
  journey.since = nothing()
  journey.lastMotion = placeOf(point)
  journey.movedS += Math.min(vouchedS(before, point, parameters), parameters.restS)
}

/** Whether more than two places say that it moves: the tracker's own word, or that it has none for its speed. */
const isEvident = (before: Point, point: Point, parameters: TripParameters): boolean =>
  believedSpeedKph(point, parameters) === undefined || reportsMotion(before, point, parameters)

/** After a silence that was long enough to ride and to park, a reading that stands is of the next rest. */
const isAtRestAgain = (before: Point, point: Point, parameters: TripParameters): boolean =>
  secondsBetween(before, point) > parameters.restS && !isEvident(before, point, parameters)

/** Two wrong places and the way back are two; a tracker whose speed is always 0 gets farther. */
const FEW_STRIDES = 3
/** The odometer vouches for a trip that leads nowhere, from twice the distance on and faster than one pushes a bike. */
const COUNTED_KPH = 5

/**
 * A journey is a trip once two readings in a row agree that it left, and it went far enough, or long enough and at least
 * as far as the slowest movement goes in that time: a wandering signal keeps "moving" for hours without getting anywhere.
 * Places alone do not make one where the tracker says at each of them that it stands.
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

/** Whether the odometer counted a way that is a trip wherever it led. */
function isCounted({ start, settled, since }: Journey, point: Point, { beginDistanceM }: TripParameters): boolean {
  const { odometerM, meteredM, mostM } = add(settled, since)
  const enoughM = Math.max(2 * beginDistanceM, kphToMps(COUNTED_KPH) * secondsBetween(start, point))
  return odometerM >= enoughM && agrees({ odometerM, meteredM, mostM })
}

/** The trip that a silence ends. One reading that saw the vehicle far off is enough if the one after the silence agrees with it. */
export function cutBySilence(journey: Journey, point: Point, parameters: TripParameters): Trip | undefined {
  const { anchor, lastMotion, away, isReported } = journey
  const areFar = [lastMotion, point].every((place) => distanceM(anchor, place) >= parameters.beginDistanceM)
  const agree = away === 1 && isReported && areFar && isReachable(lastMotion, point, parameters)
  const stayed = distanceM(lastMotion, point) <= parameters.wanderM
  return finished({ ...journey, isConfirmed: journey.isConfirmed || agree, hasStopped: journey.hasStopped || stayed })
}

/** Seen so far off, it had left, though it is back. */
const SEEN_AWAY_M = 150

function isOver(journey: Journey, before: Point, point: Point, moving: boolean, parameters: TripParameters): boolean {
  if (secondsBetween(journey.lastMotion, point) >= parameters.restS && journey.hasStopped) return true
  if (!journey.isConfirmed && distanceM(journey.anchor, point) <= parameters.wanderM) {
    return !moving || (isSeenOnly(before, point, parameters) && journey.farthestM < SEEN_AWAY_M)
  }
  if (moving || !journey.isConfirmed) return false
  return parameters.endsWithIgnition && journey.ignitionSeen && point.ignition === false
}

/** The trip that a journey was, `undefined` when it never became one: not confirmed, or by the very point that ends it. */
export const finished = ({ isConfirmed, start, lastMotion, arrival, hasStopped, settled }: Journey): Trip | undefined =>
  isConfirmed && lastMotion.positionedAt > start.positionedAt
    ? { ...toTrip(start, lastMotion, settled), ...(arrival && (arrival.isSaid || hasStopped) && { arrivedAt: arrival.at }) }
    : undefined
