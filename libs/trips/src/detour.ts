import { finished, type Journey } from './journey.js'
import { secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './readings/point.js'
import { isPlausible, isReachable, LONGEST_MISTAKE_S, type Sieve } from './readings/sieve.js'
import type { Trip } from './trip.js'

/**
 * After a jump, the new place counts as true as soon as this number of consecutive readings are accepted there. Wrong places
 * that the tracker looked up by cell or access point never last for so many readings.
 */
const LONGEST_RUN = 16

/**
 * Returns the time, in seconds, after which a jump counts as true. If the vehicle is back within this time, the jump was an
 * error. The time is never below LONGEST_MISTAKE_S, even if a business has set a shorter rest.
 */
const returnS = ({ restS }: TripParameters): number => Math.max(restS, LONGEST_MISTAKE_S)

/** The point that was evaluated last, and the number of accepted points since then. */
export interface Judged {
  point: Point
  passed: number
}

/** State before a jump to a place that the vehicle cannot have driven to. It is kept while the jump may still be an error. */
export interface Before {
  last: Point
  judged?: Judged
  /** Absent if the vehicle was at rest. */
  journey?: Journey
  /** True when the jump ended the journey. False when the journey explains the jump and goes on. */
  isCut: boolean
  /** Times of the points that were accepted since the jump. */
  run: number[]
}

/** Returns true if a point is reachable from the place before the jump and not from the place after it. */
export const isReturn = (before: Before, sieve: Sieve, point: Point, parameters: TripParameters): boolean =>
  secondsBetween(before.last, point) <= returnS(parameters) &&
  isReachable(before.last, point, parameters) &&
  !isPlausible(sieve, point, parameters)

/** Returns true when a point confirms the jump. */
export const isForGood = ({ last, run }: Before, point: Point, parameters: TripParameters): boolean =>
  run.length >= LONGEST_RUN || secondsBetween(last, point) > returnS(parameters)

/** Returns the trip that the jump ended. Call it when the jump is certain. */
export const endedByJump = ({ isCut, journey }: Before): Trip | undefined => (isCut && journey ? finished(journey) : undefined)
