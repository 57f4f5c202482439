import { finished, type Journey } from './journey.js'
import { secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './readings/point.js'
import { isPlausible, isReachable, LONGEST_MISTAKE_S, type Sieve } from './readings/sieve.js'
import type { Trip } from './trip.js'

/** More readings of one place are no mistake of a network that looked it up by a cell or an access point. */
const LONGEST_RUN = 16

/** Whoever is back by then never jumped, also where shorter rests end trips. */
const returnS = ({ restS }: TripParameters): number => Math.max(restS, LONGEST_MISTAKE_S)

/** The last point that was judged, and how many believed ones came since. */
export interface Judged {
  point: Point
  passed: number
}

/** What was before a jump, kept for as long as the vehicle may still turn out never to have jumped. */
export interface Before {
  last: Point
  judged?: Judged
  /** Absent at rest. */
  journey?: Journey
  /** Whether the jump ended the journey; one that explains the jump goes on. */
  isCut: boolean
  /** Times of the points that are believed since. */
  run: number[]
}

/** Whether a point lies where the vehicle would be had it never jumped, and nowhere that it can have got to since. */
export const isReturn = (before: Before, sieve: Sieve, point: Point, parameters: TripParameters): boolean =>
  secondsBetween(before.last, point) <= returnS(parameters) &&
  isReachable(before.last, point, parameters) &&
  !isPlausible(sieve, point, parameters)

/** Whether a point shows that the vehicle did jump. */
export const isForGood = ({ last, run }: Before, point: Point, parameters: TripParameters): boolean =>
  run.length >= LONGEST_RUN || secondsBetween(last, point) > returnS(parameters)

/** The trip that the jump ended, once that is sure. */
export const endedByJump = ({ isCut, journey }: Before): Trip | undefined => (isCut && journey ? finished(journey) : undefined)
