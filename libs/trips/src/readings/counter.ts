import { type Fix, FixValidity } from '@roadbook/contracts'
import { distanceM, kphToMps } from '@roadbook/geo'
import { stepM } from '../motion.js'
import type { TripParameters } from '../parameters.js'
import { DENSE_S } from '../totals.js'

/** What a tracker has counted, and of its counter what that showed last. */
export interface Counter {
  /** Over all restarts of the counter: it never falls. */
  odometerM?: number
  counterM?: number
  counterAt?: number
  /** What the counter showed first, and when. */
  counterBeganM?: number
  counterBeganAt?: number
  /** Since when it has run on without a restart or a leap. */
  counterSince?: number
}

/** A vehicle that goes round the earth every day for a hundred years; what shows more counts nothing. */
const MOST_M = 1_500_000_000

/** A counter that is computed anew from each fix falls by so much and comes back: none of it was ridden. */
const WOBBLE_M = 100

/**
 * One more reading of a counter, newer than those before. Counters begin again after a power cut, wrap, leap, and show 0 before they
 * know: what cannot have been ridden since the reading before is no way, and the count goes on from the new number. Changes `counter`.
 * @param before the reading that `counter` knows last, where it is still in memory, to check the way by places that lie near in time
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

/** What a counter can have counted: no more than such a vehicle rides in the time, nor than curves explain between near readings. */
function mostM(known: number, fix: Fix, waitsS: number, { ceilingKph }: TripParameters, before: Fix | undefined): number {
  const riddenM = kphToMps(ceilingKph) * waitsS
  const straightM = before && waitsS <= DENSE_S ? straight(before, fix) : undefined
  // One of whole kilometres stands still, and then jumps by one.
  return Math.min(riddenM, 2 * (straightM ?? Infinity)) + Math.min(stepM(known), stepM(fix.odometerM ?? 0))
}

/** Without reception the last place is repeated, and tells nothing of the way. */
function straight(from: Fix, to: Fix): number | undefined {
  const [start, stop] = [placeIn(from), placeIn(to)]
  return start && stop && distanceM(start, stop)
}

const placeIn = ({ validity, latitude, longitude }: Fix) =>
  validity === FixValidity.valid && latitude !== undefined && longitude !== undefined ? { latitude, longitude } : undefined
