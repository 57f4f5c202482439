import { distanceM, EARTH_RADIUS_M, kphToMps } from '@roadbook/geo'
import { minuteOf, movesByItself, secondsBetween } from '../motion.js'
import type { TripParameters } from '../parameters.js'
import { placeOf, type Place, type Point } from './point.js'

/**
 * Number of doubtful points, which agree with one another, that are needed to replace the accepted point that they
 * contradict. See also CONVINCING_S.
 */
export const CONVINCING = 5
/**
 * Minimum seconds from the first to the last of the doubtful points that replace an accepted point. Without this limit, one
 * short error of a receiver would be enough: five readings within five seconds.
 */
export const CONVINCING_S = 30
/**
 * Minimum seconds between two doubtful points that are kept. A point that comes sooner after the last kept one is not kept.
 * So a device's state contains at most four doubtful points.
 */
export const SPACING_S = CONVINCING_S / (CONVINCING - 1)

/**
 * If a place is reported for longer than this, in seconds, it counts as true. Neither a receiver nor a look-up by cell or
 * access point gives a wrong place for so long.
 */
export const LONGEST_MISTAKE_S = 300

/**
 * Maximum distance in metres between two correct readings of one place. When a speed is checked, the two readings may be
 * farther apart by this distance than the speed allows.
 */
export const READING_NOISE_M = 50

/** Sieve: the part of the state that separates wrong positions from journeys. */
export interface Sieve {
  /** The newest accepted point. */
  last?: Point
  /**
   * The first accepted point of the current minute. Absent if that point is `last`. The speed that a new point requires is
   * checked from `last` and from this point. The check from `last` is not enough: if two readings are a second apart, the
   * allowed noise (READING_NOISE_M) hides any speed. The noise matters less if the readings are up to a minute apart.
   */
  base?: Place
  /**
   * Doubtful points: points after `last`, at places that no vehicle can have reached from `last`. Each of them is reachable
   * from the first and from the previous doubtful point. There are always fewer than CONVINCING.
   */
  doubted: Point[]
  /**
   * Time of the newest fix that was not kept as a doubtful point: it agrees with them, but is too close in time to the last
   * of them.
   */
  passedOver?: number
  /** Present while `last` is an unconfirmed reading after a silence, at a place that the vehicle can hardly have reached. */
  unsure?: Unsure
}

/**
 * An unconfirmed reading after a silence. It may be an error of the receiver: a sleeping tracker reports once an hour, and
 * its first position after waking may be wrong.
 */
interface Unsure {
  /** The last point before the unconfirmed reading. */
  anchor: Point
  /** Times of the unconfirmed readings. They are so close together that they count as one reading. */
  times: number[]
}

/** Result of checking one more point. */
export interface Sifted {
  /** Points that are accepted now, in time order. */
  believed: Point[]
  /** Times of fixes that are found implausible now. */
  implausible: number[]
  /**
   * Present if the first accepted point does not continue the path from the earlier `last`. Between the two points is a
   * silence, or a jump that no vehicle can have driven.
   */
  gap?: 'silence' | 'jump'
  /** True if the earlier `last` is now known to be an error. */
  isRefuted?: boolean
}

/**
 * Checks one more point that is later than all before. If the vehicle cannot have reached the point, the point becomes
 * doubtful. If the next points fit the accepted points, the doubtful point was an error. If instead enough of the next
 * points agree with the doubtful point, the tracker really is there. After a silence, a single further point that agrees is
 * enough. The result depends only on the points in time order. Changes `sieve`.
 */
export function sift(sieve: Sieve, point: Point, parameters: TripParameters): Sifted {
  const { last, doubted, unsure } = sieve
  const newest = doubted.at(-1) ?? last
  if (!last || !newest) return believe(sieve, [point], 'silence')
  if (unsure) {
    if (!isReachable(last, point, parameters) || isBack(unsure.anchor, last, point, parameters)) {
      return refute(sieve, unsure, point, parameters)
    }
    if (isOneReading(unsure, point)) unsure.times.push(point.positionedAt)
    else delete sieve.unsure
  }
  if (secondsBetween(newest, point) > parameters.silenceS) {
    const isExplained = isReachable(newest, point, parameters) || isReachable(last, point, parameters)
    const sifted = believe(sieve, [point], 'silence')
    if (!isExplained) sieve.unsure = { anchor: last, times: [point.positionedAt] }
    return sifted
  }
  if (isPlausible(sieve, point, parameters) && !isMoreOfTheSame(sieve, point, parameters)) {
    return believe(sieve, [point], secondsBetween(last, point) > parameters.silenceS ? 'silence' : undefined)
  }
  const first = doubted[0]
  if (!first || !isReachable(newest, point, parameters) || !isReachable(first, point, parameters)) {
    return doubt(sieve, [point], doubted.map(timeOf))
  }
  if (doubted.length + 1 >= CONVINCING && secondsBetween(first, point) >= CONVINCING_S) {
    sieve.doubted = []
    return believe(sieve, [...doubted, point], 'jump')
  }
  if (secondsBetween(newest, point) >= SPACING_S) return doubt(sieve, [...doubted, point], [])
  sieve.passedOver = point.positionedAt
  return { believed: [], implausible: [point.positionedAt] }
}

const MOST_OF_ONE = 16
const isOneReading = ({ times }: Unsure, { positionedAt }: Point): boolean =>
  positionedAt - times[0]! < SPACING_S * 1_000 && times.length < MOST_OF_ONE

/** Returns true if a point is nearer to the place before the silence than to the place that was reported after the silence. */
const isBack = (anchor: Point, seen: Point, point: Point, parameters: TripParameters): boolean =>
  isReachable(anchor, point, parameters) && distanceM(anchor, point) < distanceM(seen, point)

/**
 * Discards the unconfirmed newest point as an error. The new point then becomes the newest one. It is confirmed if it is
 * reachable from the place before the silence. Otherwise it is unconfirmed, too.
 */
function refute(sieve: Sieve, { anchor, times }: Unsure, point: Point, parameters: TripParameters): Sifted {
  const sifted = believe(sieve, [point], 'silence')
  if (isReachable(anchor, point, parameters)) delete sieve.unsure
  else sieve.unsure = { anchor, times: [point.positionedAt] }
  return { ...sifted, implausible: times, isRefuted: true }
}

/** Returns the time of the newest point known to the sieve. */
export const newestOf = ({ last, doubted, passedOver }: Sieve): number | undefined =>
  passedOver ?? (doubted.at(-1) ?? last)?.positionedAt

/**
 * Returns true if a point of a standing vehicle repeats a doubtful one. The point is then not accepted, even if the vehicle
 * could reach it by now: given enough time, every wrong place is reachable.
 */
const isMoreOfTheSame = ({ last, doubted }: Sieve, point: Point, parameters: TripParameters): boolean => {
  const newest = doubted.at(-1)
  if (newest === undefined || movesByItself(point, parameters)) return false
  return secondsBetween(doubted[0]!, point) <= LONGEST_MISTAKE_S && distanceM(newest, point) < distanceM(last!, point)
}

/** Returns true if the vehicle can have reached a point from the accepted points. */
export const isPlausible = ({ last, base }: Sieve, point: Point, parameters: TripParameters): boolean =>
  !last || (isReachable(last, point, parameters) && (!base || isReachable(base, point, parameters)))

export function isReachable(from: Place, to: Place, { ceilingKph }: TripParameters): boolean {
  const possibleM = kphToMps(ceilingKph) * secondsBetween(from, to) + READING_NOISE_M
  return atMostM(from, to) <= possibleM || distanceM(from, to) <= possibleM
}

const METRES_A_DEGREE = (Math.PI * EARTH_RADIUS_M) / 180

/**
 * Returns the distance north or south plus the distance east or west. The true distance is at most this sum. The sum needs
 * no trigonometry.
 */
const atMostM = (from: Place, to: Place): number =>
  METRES_A_DEGREE * (Math.abs(to.latitude - from.latitude) + Math.abs(to.longitude - from.longitude))

function believe(sieve: Sieve, believed: Point[], gap: Sifted['gap']): Sifted {
  const implausible = sieve.doubted.length > 0 ? sieve.doubted.map(timeOf) : []
  if (gap) sieve.base = sieve.last = undefined
  for (const point of believed) follow(sieve, point)
  if (sieve.doubted.length > 0) sieve.doubted = []
  sieve.passedOver = undefined
  return { believed, implausible, gap }
}

function follow(sieve: Sieve, point: Point): void {
  const first = sieve.base ?? sieve.last
  sieve.base = first && minuteOf(first) === minuteOf(point) ? (sieve.base ?? placeOf(first)) : undefined
  sieve.last = point
}

function doubt(sieve: Sieve, doubted: Point[], implausible: number[]): Sifted {
  sieve.doubted = doubted
  sieve.passedOver = undefined
  return { believed: [], implausible }
}

const timeOf = ({ positionedAt }: Point): number => positionedAt
