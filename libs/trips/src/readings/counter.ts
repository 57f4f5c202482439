import { type Fix, FixValidity } from '@roadbook/contracts'
import { distanceM, kphToMps } from '@roadbook/geo'
import { stepM } from '../motion.js'
import type { TripParameters } from '../parameters.js'
import { DENSE_S } from '../totals.js'

/** A tracker's total count, and the last reading of its counter. */
export interface Counter {
  /** Over all restarts of the counter, so it never falls. */
  odometerM?: number
  counterM?: number
  counterAt?: number
  /** First reading of the counter, and its time. */
  counterBeganM?: number
  counterBeganAt?: number
  /** Since when it has run without a restart or a leap. */
  counterSince?: number
}

/** Maximum believable reading in metres: once around the earth every day for a hundred years. Higher readings are ignored. */
const MOST_M = 1_500_000_000

/** A counter that is recomputed from each fix may fall by up to this much and recover. Such a fall is ignored. */
const WOBBLE_M = 100

/**
 * Adds one more reading of a counter, newer than those before. Counters restart after a power cut, wrap, leap, or show 0 before
 * they are initialised. A difference that cannot have been ridden since the previous reading is not counted; counting continues
 * from the new number. Changes `counter`.
 * @param before the last reading known to `counter`, where it is still in memory, to check the distance by places close in time
 */
export function countOn(counter: Counter, fix: Fix, parameters: TripParameters, before?: Fix): void {
  const { odometerM: shown, positionedAt } = fix
  if (shown === undefined || shown < 0 || shown > MOST_M) return
  const known = counter.counterM ?? counter.odometerM
  const waitsS = (positionedAt - (counter.counterAt ?? positionedAt)) / 1_000
  if (known !== undefined && shown < known && known - shown <= WOBBLE_M) return
  const isWay = known !== undefined && shown >= known && shown - known <= mostM(known, fix, waitsS, parameters, before)
  if (known === undefined || (!isWay && known === 0 && counter.odometerM === 0)) {
    counter.odometerM = counter.counterBeganM = shown
    counter.counterBeganAt = counter.counterSince = positionedAt
  } else if (isWay) counter.odometerM = (counter.odometerM ?? known) + shown - known
  else counter.counterSince = positionedAt
  counter.counterM = shown
  counter.counterAt = positionedAt
}

/**
 * Returns the maximum plausible count: the vehicle's top speed for the time and, between readings close in time, twice the
 * straight line.
 */
function mostM(known: number, fix: Fix, waitsS: number, { ceilingKph }: TripParameters, before: Fix | undefined): number {
  const riddenM = kphToMps(ceilingKph) * waitsS
  const straightM = before && waitsS <= DENSE_S ? straight(before, fix) : undefined
  // A counter of whole kilometres stands still, then jumps by one.
  return Math.min(riddenM, 2 * (straightM ?? Infinity)) + Math.min(stepM(known), stepM(fix.odometerM ?? 0))
}

/** Returns the straight distance, or undefined without two valid places. Without reception a tracker repeats its last place. */
function straight(from: Fix, to: Fix): number | undefined {
  const [start, stop] = [placeIn(from), placeIn(to)]
  return start && stop && distanceM(start, stop)
}

const placeIn = ({ validity, latitude, longitude }: Fix) =>
  validity === FixValidity.valid && latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
