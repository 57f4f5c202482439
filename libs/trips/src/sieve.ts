import { distanceM, mpsToKph } from '@roadbook/geo'
import { secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './point.js'

/** So many doubted points that agree with one another outweigh the one that they contradict. */
export const CONVINCING = 5

/** So long they must go on agreeing: five readings of one receiver within five seconds are one reading. */
export const CONVINCING_S = 30
/** Denser ones are not weighed, so that as few as four doubted ones are remembered. */
export const SPACING_S = CONVINCING_S / (CONVINCING - 1)

/** What two honest readings of one place can differ; never held against a speed. */
export const READING_NOISE_M = 50

/** The part of the state that tells a teleport from a journey. */
export interface Sieve {
  /** The newest point that is believed. */
  last?: Point
  /** Points since, too far from `last` for any vehicle, each plausible after the one before; fewer than CONVINCING. */
  doubted: Point[]
}

/** What one more point decided. */
export interface Sifted {
  /** Believed now, in time order. */
  believed: Point[]
  /** Found implausible now. */
  implausible: Point[]
  /** Between `last` and the first believed point lies no journey: a silence, or a jump that nothing can have driven. */
  broken: boolean
}

/**
 * Lets one more point, later than all before, through the sieve. A point that no vehicle could have reached is doubted;
 * when the next ones fit what came before it, it was a teleport; when enough of them agree with it instead, the tracker
 * really is elsewhere. What is decided depends only on the points in time order. Changes `sieve`.
 */
export function sift(sieve: Sieve, point: Point, parameters: TripParameters): Sifted {
  const newest = sieve.doubted.at(-1) ?? sieve.last
  if (!newest || secondsBetween(newest, point) > parameters.silenceS) return believe(sieve, [point], true)
  if (isReachable(sieve.last!, point, parameters)) {
    return believe(sieve, [point], secondsBetween(sieve.last!, point) > parameters.silenceS)
  }
  const agrees = sieve.doubted.length > 0 && isReachable(newest, point, parameters)
  if (agrees && sieve.doubted.length + 1 === CONVINCING) {
    const run = [...sieve.doubted, point]
    sieve.doubted = []
    return believe(sieve, run, true)
  }
  const implausible = agrees ? [] : sieve.doubted
  sieve.doubted = agrees ? [...sieve.doubted, point] : [point]
  return { believed: [], implausible, broken: false }
}

function believe(sieve: Sieve, believed: Point[], broken: boolean): Sifted {
  const implausible = sieve.doubted
  sieve.doubted = []
  sieve.last = believed.at(-1)
  return { believed, implausible, broken }
}

const isReachable = (from: Point, to: Point, { ceilingKph }: TripParameters): boolean =>
  mpsToKph((distanceM(from, to) - READING_NOISE_M) / secondsBetween(from, to)) <= ceilingKph
