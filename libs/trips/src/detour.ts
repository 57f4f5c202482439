import { finished, type Journey } from './journey.js'
import { secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './readings/point.js'
import { isPlausible, isReachable, LONGEST_MISTAKE_S, type Sieve } from './readings/sieve.js'
import type { Trip } from './trip.js'

/**
 * Maximum readings of one place in a row that can be a mistake. A wrong place looked up by cell or access point does not last
 * longer.
 */
const LONGEST_RUN = 16

/** Returns the time within which a vehicle that is back never jumped, also where shorter rests end trips. */
const returnS = ({ restS }: TripParameters): number => Math.max(restS, LONGEST_MISTAKE_S)

/** The last judged point, and the number of believed points since. */
export interface Judged {
  point: Point
  passed: number
}

/** The state before a jump, kept while the jump may still turn out to be an error. */
export interface Before {
  last: Point
  judged?: Judged
  /** Absent at rest. */
  journey?: Journey
  /** True when the jump ended the journey. A journey that explains the jump goes on. */
  isCut: boolean
  /** Times of the points believed since. */
  run: number[]
}

/** Returns true when a point fits the place before the jump and cannot be reached from the one after it. */
export const isReturn = (before: Before, sieve: Sieve, point: Point, parameters: TripParameters): boolean =>
  secondsBetween(before.last, point) <= returnS(parameters) &&
  isReachable(before.last, point, parameters) &&
  !isPlausible(sieve, point, parameters)

/** Returns true when a point confirms the jump. */
export const isForGood = ({ last, run }: Before, point: Point, parameters: TripParameters): boolean =>
  run.length >= LONGEST_RUN || secondsBetween(last, point) > returnS(parameters)

/** Returns the trip that the jump ended, once the jump is certain. */
export const endedByJump = ({ isCut, journey }: Before): Trip | undefined => (isCut && journey ? finished(journey) : undefined)
