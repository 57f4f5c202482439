import type { Fix } from '@roadbook/contracts'
import { distanceM } from '@roadbook/geo'
import { LONGEST_REST_S, LONGEST_SILENCE_S } from './parameters.js'
import { secondsBetween } from './motion.js'
import { toPoint, type Point } from './point.js'
import { CONVINCING, READING_NOISE_M } from './sieve.js'
import { inTimeOrder } from './time-order.js'

/** Below the moving speed of every kind of vehicle. */
const STILL_KPH = 3
const STILL_M = 25

/**
 * A stable rest is a fix after which the segmentation's state no longer depends on anything before that fix: it equals
 * the state of a segmentation that starts with it. Two things make one, whatever went before:
 * - a silence before it, longer than any vehicle's: every journey is over and nothing is doubted any more;
 * - a stretch of readings at rest that ends with it: enough to be believed against any earlier position (CONVINCING),
 *   and after those, two more that span the longest rest, so that every journey is over.
 * So late fixes change nothing before the stable rest before them, and nothing after the stable rest after them:
 * segmenting what lies between again gives the same as segmenting everything.
 * @param fixes consecutive stored fixes of one device, without gaps in what was stored.
 * @returns the times of the stable rests, oldest first.
 */
export function stableRests(fixes: readonly Fix[]): number[] {
  const rests: number[] = []
  let still: Point[] = []
  let before: Point | undefined
  for (const fix of inTimeOrder(fixes)) {
    const point = toPoint(fix)!
    still = isStill(point, before) ? [...(before && isNear(before, point) ? still : []), point] : []
    const afterSilence = before !== undefined && secondsBetween(before, point) > LONGEST_SILENCE_S
    if (afterSilence || isLongEnough(still)) rests.push(point.positionedAt)
    if (isLongEnough(still)) still = shortest(still)
    before = point
  }
  return rests
}

const isLongEnough = (still: readonly Point[]): boolean =>
  still.length >= CONVINCING + 2 && secondsBetween(still[CONVINCING]!, still.at(-1)!) >= LONGEST_REST_S

/** Drops what the stretch does not need any more, so that a long rest costs little. */
function shortest(still: Point[]): Point[] {
  let from = 0
  while (isLongEnough(still.slice(from + 1))) from++
  return still.slice(from)
}

/** At rest by its own word, whatever came before it. */
function isStill(point: Point, before: Point | undefined): boolean {
  const byItself = point.speedKph !== undefined && point.speedKph < STILL_KPH
  const sensed = point.ignition === true || point.movement === true
  if (byItself && !sensed) return true
  const moves = point.speedKph !== undefined && !byItself
  return !moves && before !== undefined && distanceM(before, point) <= STILL_M
}

/** So near that no kind of vehicle could not have got there, and nothing doubts it. */
const isNear = (before: Point, point: Point): boolean => distanceM(before, point) <= READING_NOISE_M
