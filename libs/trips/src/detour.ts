import { finished, type Journey } from './journey.js'
import { secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './readings/point.js'
import { isPlausible, isReachable, LONGEST_MISTAKE_S, type Sieve } from './readings/sieve.js'
import type { Trip } from './trip.js'

/**
 * Number of readings in a row from which a place is certainly no mistake. A wrong place looked up by cell or access point does
 * not last so long.
 */
const LONGEST_RUN = 16

/**
 * Returns the time in seconds within which a return shows that the vehicle never jumped. The time is not shorter where shorter
 * rests end trips.
 */
const returnS = ({ restS }: TripParameters): number => Math.max(restS, LONGEST_MISTAKE_S)

/** The point that was judged last, and the number of believed points since. */
export interface Judged {
  point: Point
  passed: number
}

/**
 * State before a jump (a place that the vehicle cannot have driven to). Kept while the jump may still turn out to be an error.
 */
export interface Before {
  last: Point
  judged?: Judged
  /** Absent when the vehicle was at rest. */
  journey?: Journey
  /** True when the jump ended the journey. False when the journey explains the jump and goes on. */
  isCut: boolean
  /** Times of the points that were believed since the jump. */
  run: number[]
}

/** Returns true when a point fits the place before the jump and cannot be reached from the place after it. */
export const isReturn = (before: Before, sieve: Sieve, point: Point, parameters: TripParameters): boolean =>
  secondsBetween(before.last, point) <= returnS(parameters) &&
  isReachable(before.last, point, parameters) &&
  !isPlausible(sieve, point, parameters)

/** Returns true when a point confirms the jump. */
export const isForGood = ({ last, run }: Before, point: Point, parameters: TripParameters): boolean =>
  run.length >= LONGEST_RUN || secondsBetween(last, point) > returnS(parameters)

/** Returns the trip that the jump ended. Call it once the jump is certain. */
export const endedByJump = ({ isCut, journey }: Before): Trip | undefined => (isCut && journey ? finished(journey) : undefined)
