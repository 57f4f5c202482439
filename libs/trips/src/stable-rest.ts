import type { Fix } from '@roadbook/contracts'
import { distanceM, kphToMps } from '@roadbook/geo'
import { LONGEST_REST_S, LONGEST_SILENCE_S, LOWEST_CEILING_KPH, TRIP_PARAMETERS } from './parameters.js'
import { JUDGE_AFTER_S, minuteOf, secondsBetween } from './motion.js'
import { toPoint, type Point } from './readings/point.js'
import { CONVINCING, CONVINCING_S, LONGEST_MISTAKE_S, READING_NOISE_M, SPACING_S } from './readings/sieve.js'
import { inTimeOrder } from './readings/time-order.js'

/** A reported speed of at least this, in km/h, counts as movement. It is below the moving speed of every kind of vehicle. */
const STILL_KPH = 3
const STILL_M = 25
/**
 * If all points of a stretch (consecutive points at rest) are within this distance in metres, the vehicle cannot be crawling
 * (see `isCrawling`). It is twice the smallest drift of a parked vehicle (`wanderM`) of all kinds of vehicle.
 */
const LEAST_CRAWL_M = 2 * Math.min(...Object.values(TRIP_PARAMETERS).map(({ wanderM }) => wanderM))
/**
 * The sieve (readings/sieve.ts) doubts points that the vehicle can hardly have reached. It compares a new point with the newest
 * accepted point, and with the first accepted point of the current minute. So that second point is at most this many seconds
 * older than the newest; see `minuteOf`.
 */
const MINUTE_S = 60
/**
 * Maximum speed in m/s between the points of a stretch. A stretch is a series of consecutive points at rest at one place. The
 * speed is only half the top speed of the slowest kind of vehicle. The sieve then doubts no point of a stretch, even if the
 * distances within the stretch add up.
 */
const DRIFT_MPS = kphToMps(LOWEST_CEILING_KPH) / 2
/**
 * Seconds after which the sieve has certainly accepted the points of a stretch. They are the sum of two times: CONVINCING_S,
 * and the time in which a vehicle at `DRIFT_MPS` covers three times the noise of readings.
 */
const BELIEVED_S = CONVINCING_S + (3 * READING_NOISE_M) / DRIFT_MPS

/**
 * Returns the stable rests of a device. A stable rest is a fix after which the segmentation's state no longer depends on
 * earlier fixes. From this fix on, the state equals that of a segmentation that starts with this fix. There are two kinds:
 * - The first fix after a silence that is longer than the `silenceS` of every kind of vehicle, if every vehicle could reach the
 *   place in that time. Every journey has then ended, and no point is doubtful.
 * - The last fix of a stretch at rest. The stretch begins with so many readings that the sieve accepts them whatever the
 *   earlier position was. The next reading is then compared only with readings of the stretch. After that reading, the stretch
 *   lasts for at least twice the longest rest. In the first half of this time the vehicle may still have crawled to this place.
 *   In the second half it cannot have crawled, so every journey has ended. The fix must also be the first of its minute,
 *   because such a fix is always evaluated and remembered, whatever came before.
 *
 * So a fix that arrives late changes no trip before the last stable rest before it, and none after the first stable rest after
 * it. If only the fixes between these two stable rests are segmented again, the result is the same as for all fixes.
 * @param fixes consecutive stored fixes of one device. None of the stored fixes between them may be missing
 * @param restS the longest rest, in seconds, that ends a trip under any setting. Needed if it differs from the default of the
 *   kinds of vehicle
 * @returns the times of the stable rests, oldest first
 */
export function stableRests(fixes: readonly Fix[], restS = LONGEST_REST_S): number[] {
  const rests: number[] = []
  let still: Point[] = []
  let area = aroundAll([])
  let before: Point | undefined
  for (const fix of inTimeOrder(fixes)) {
    const point = toPoint(fix)!
    if (moves(point) || !isStillAfter(still, point) || !isOnePlace(around(area, point))) {
      still = []
      area = aroundAll([])
    }
    if (!moves(point)) {
      still.push(point)
      area = around(area, point)
    }
    const isFirstOfMinute = before === undefined || minuteOf(before) !== minuteOf(point)
    const isSettled = isFirstOfMinute && isLongEnough(still, restS)
    const afterSilence = before !== undefined && isAfterSilence(before, point)
    if (afterSilence || isSettled) rests.push(point.positionedAt)
    if (isSettled) {
      still = shortest(still, restS)
      area = aroundAll(still)
    }
    before = point
  }
  return rests
}

const isAfterSilence = (before: Point, point: Point): boolean => {
  const silenceS = secondsBetween(before, point)
  return silenceS > LONGEST_SILENCE_S && distanceM(before, point) <= DRIFT_MPS * silenceS
}

/** Returns true if the reported speed shows movement. A speed that this kind of vehicle cannot reach counts, too. */
const moves = ({ speedKph }: Point): boolean => speedKph !== undefined && speedKph >= STILL_KPH

/**
 * Returns true if a point continues the stretch. It must be near the previous point, and reachable from every point of the
 * last minute. If no reported speed confirms that the vehicle stands, the point must also be near all points with which it
 * may be compared.
 */
function isStillAfter(still: readonly Point[], point: Point): boolean {
  const newest = still.at(-1)
  if (!newest) return true
  if (distanceM(newest, point) > READING_NOISE_M) return false
  const isQuiet = point.speedKph !== undefined && point.ignition !== true && point.movement !== true
  for (let at = still.length - 1; at >= 0; at--) {
    const earlier = still[at]!
    const age = secondsBetween(earlier, newest)
    if (age >= MINUTE_S) return true
    const metres = distanceM(earlier, point)
    if (metres > READING_NOISE_M + DRIFT_MPS * secondsBetween(earlier, point)) return false
    if (!isQuiet && age < JUDGE_AFTER_S && metres > STILL_M) return false
  }
  return true
}

/** Bounds of points in degrees. */
interface Area {
  south: number
  north: number
  west: number
  east: number
}

const aroundAll = (points: readonly Point[]): Area =>
  points.reduce(around, { south: Infinity, north: -Infinity, west: Infinity, east: -Infinity })

const around = ({ south, north, west, east }: Area, { latitude, longitude }: Point): Area => ({
  south: Math.min(south, latitude),
  north: Math.max(north, latitude),
  west: Math.min(west, longitude),
  east: Math.max(east, longitude),
})

/** Returns true if an area is so small that a vehicle in it cannot be crawling. */
const isOnePlace = ({ south, north, west, east }: Area): boolean =>
  distanceM({ latitude: south, longitude: west }, { latitude: north, longitude: east }) <= LEAST_CRAWL_M

function isLongEnough(still: readonly Point[], restS: number): boolean {
  const settled = settledAt(still)
  return settled !== undefined && secondsBetween(settled, still.at(-1)!) >= 2 * Math.max(restS, LONGEST_MISTAKE_S)
}

/**
 * Returns the first point of a stretch for which two things are certain: it is accepted, and it was compared only with
 * points of the stretch. Later points are compared only with points of the stretch, too.
 */
function settledAt(still: readonly Point[]): Point | undefined {
  let kept = still[0]
  let count = 1
  let believed: Point | undefined
  for (let at = 1; at < still.length; at++) {
    const point = still[at]!
    if (count >= CONVINCING && secondsBetween(still[0]!, point) >= BELIEVED_S) believed ??= still[at - 1]!
    else if (secondsBetween(kept!, point) >= SPACING_S) {
      kept = point
      count++
    }
    if (believed && secondsBetween(believed, point) >= JUDGE_AFTER_S) return point
  }
  return undefined
}

/** Drops points that the stretch no longer needs, so that a long rest uses little memory. */
function shortest(still: Point[], restS: number): Point[] {
  let from = 0
  while (isLongEnough(still.slice(from + 1), restS)) from++
  return still.slice(from)
}
