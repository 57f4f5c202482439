import { distanceM, EARTH_RADIUS_M, kphToMps } from '@roadbook/geo'
import { minuteOf, movesByItself, secondsBetween } from '../motion.js'
import type { TripParameters } from '../parameters.js'
import { placeOf, type Place, type Point } from './point.js'

/** So many doubted points that agree with one another outweigh the one that they contradict … */
export const CONVINCING = 5
/** … once they agree for so long: five readings of one receiver within five seconds are one reading. */
export const CONVINCING_S = 30
/** Denser ones are not weighed, so that as few as four doubted ones are remembered. */
export const SPACING_S = CONVINCING_S / (CONVINCING - 1)

/** For so long a receiver, or the network that looks its place up, gives a wrong place; what lasts longer is where it is. */
export const LONGEST_MISTAKE_S = 300

/** What two honest readings of one place can differ; never held against a speed. */
export const READING_NOISE_M = 50

/** The part of the state that tells a teleport from a journey. */
export interface Sieve {
  /** The newest point that is believed. */
  last?: Point
  /**
   * The first point of its minute that is believed; absent while that is `last`. Over a second, the noise of readings would
   * hide any speed; over a minute it hides little. And at rest it does not matter what came before that minute.
   */
  base?: Place
  /**
   * Points since, where no vehicle could have got to, each of them reachable from the first and from the one before; fewer
   * than CONVINCING.
   */
  doubted: Point[]
  /** Time of the newest fix that agrees with them but is too near to the last of them to be weighed. */
  passedOver?: number
  /** Present while `last` is believed by nobody else: after a silence, the vehicle cannot have got there. */
  unsure?: Unsure
}

/** One reading after a silence may be a receiver's error: sleeping trackers report once an hour, and err when they wake. */
interface Unsure {
  /** Where the vehicle was before. */
  anchor: Point
  /** Times of the readings that say otherwise, too near to each other to be more than one. */
  times: number[]
}

/** What one more point decided. */
export interface Sifted {
  /** Believed now, in time order. */
  believed: Point[]
  /** Times of the fixes found implausible now. */
  implausible: number[]
  /** Why no way leads from `last` to the first believed point: a silence, or a jump that nothing can have driven. */
  gap?: 'silence' | 'jump'
  /** Whether `last` was never there. */
  isRefuted?: boolean
}

/**
 * Lets one more point, later than all before, through the sieve. A point that no vehicle could have reached is doubted;
 * when the next ones fit what came before it, it was a teleport; when enough of them agree with it instead, the tracker
 * really is elsewhere. After a silence, the second point that agrees is enough. What is decided depends only on the points in time
 * order. Changes `sieve`.
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

/** Whether a point lies where the vehicle was before, rather than where it was seen since. */
const isBack = (anchor: Point, seen: Point, point: Point, parameters: TripParameters): boolean =>
  isReachable(anchor, point, parameters) && distanceM(anchor, point) < distanceM(seen, point)

/** The newest point was never true; this one is, or says something else again. */
function refute(sieve: Sieve, { anchor, times }: Unsure, point: Point, parameters: TripParameters): Sifted {
  const sifted = believe(sieve, [point], 'silence')
  if (isReachable(anchor, point, parameters)) delete sieve.unsure
  else sieve.unsure = { anchor, times: [point.positionedAt] }
  return { ...sifted, implausible: times, isRefuted: true }
}

/** Time of the newest point that the sieve knows. */
export const newestOf = ({ last, doubted, passedOver }: Sieve): number | undefined =>
  passedOver ?? (doubted.at(-1) ?? last)?.positionedAt

/**
 * Whether a point that stands repeats what was doubted. A wrong place comes into reach when it is said for long enough, but
 * whoever believes it now says that the vehicle was there when it could not be.
 */
const isMoreOfTheSame = ({ last, doubted }: Sieve, point: Point, parameters: TripParameters): boolean => {
  const newest = doubted.at(-1)
  if (newest === undefined || movesByItself(point, parameters)) return false
  return secondsBetween(doubted[0]!, point) <= LONGEST_MISTAKE_S && distanceM(newest, point) < distanceM(last!, point)
}

/** Whether the vehicle can have got to a point from what is believed. */
export const isPlausible = ({ last, base }: Sieve, point: Point, parameters: TripParameters): boolean =>
  !last || (isReachable(last, point, parameters) && (!base || isReachable(base, point, parameters)))

export function isReachable(from: Place, to: Place, { ceilingKph }: TripParameters): boolean {
  const possibleM = kphToMps(ceilingKph) * secondsBetween(from, to) + READING_NOISE_M
  return atMostM(from, to) <= possibleM || distanceM(from, to) <= possibleM
}

const METRES_A_DEGREE = (Math.PI * EARTH_RADIUS_M) / 180

/** Along the meridian and then along the equator: farther than the way, and told without trigonometry. */
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
