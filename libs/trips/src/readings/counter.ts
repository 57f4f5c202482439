import { type Fix, FixValidity } from '@roadbook/contracts'
import { distanceM, kphToMps } from '@roadbook/geo'
import { stepM } from '../motion.js'
import type { TripParameters } from '../parameters.js'
import { DENSE_S } from '../totals.js'

/** The total distance of a tracker's odometer (counter), with the counter's last and first readings. */
export interface Counter {
  /** Total in metres over all restarts of the counter. The total never falls. */
  odometerM?: number
  counterM?: number
  counterAt?: number
  /** First reading of the counter, in metres. `counterBeganAt` is its time. */
  counterBeganM?: number
  counterBeganAt?: number
  /** Time since which the counter has run without a restart or a jump. */
  counterSince?: number
}

/** Maximum plausible reading in metres: once around the earth every day for a hundred years. Higher readings are ignored. */
const MOST_M = 1_500_000_000

/**
 * If the reading falls by at most this, in metres, the fall is ignored. Some trackers compute the counter from each fix anew,
 * so it may fall a little and rise again.
 */
const WOBBLE_M = 100

/**
 * Adds a reading of the counter that is newer than the earlier ones. Readings are not always right: after a power cut a
 * counter restarts, and a counter may wrap, jump, or show 0 before it is initialised. If the vehicle cannot have ridden the
 * difference since the previous reading, the difference is not counted, and counting continues from the new reading.
 * Changes `counter`.
 * @param before the fix with the counter's last reading, if that fix is still in memory. If it and the new fix are close in
 *   time, the difference is also compared with the distance between their places
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
 * Returns the largest plausible difference in metres. It is the distance at the vehicle's top speed. Between readings that
 * are close in time it is also at most twice the straight line.
 */
function mostM(known: number, fix: Fix, waitsS: number, { ceilingKph }: TripParameters, before: Fix | undefined): number {
  const riddenM = kphToMps(ceilingKph) * waitsS
  const straightM = before && waitsS <= DENSE_S ? straight(before, fix) : undefined
  // A counter of whole kilometres stands still and then jumps by a kilometre.
  return Math.min(riddenM, 2 * (straightM ?? Infinity)) + Math.min(stepM(known), stepM(fix.odometerM ?? 0))
}

/**
 * Returns the straight distance in metres. Undefined without two valid places. Invalid places are not used, because without
 * reception a tracker repeats its last place.
 */
function straight(from: Fix, to: Fix): number | undefined {
  const [start, stop] = [placeIn(from), placeIn(to)]
  return start && stop && distanceM(start, stop)
}

const placeIn = ({ validity, latitude, longitude }: Fix) =>
  validity === FixValidity.valid && latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
