import type { Fix } from '@roadbook/contracts'
import { endedByJump, isForGood, isReturn, type Before, type Judged } from './detour.js'
import { begin, cutBySilence, explainsJump, finished, goOn, leaveRest, type Journey, type Step } from './journey.js'
import { isBetween } from './motion.js'
import { parametersAt, type ParametersAt, type TripParameters } from './parameters.js'
import { toPoint, type Point } from './readings/point.js'
import { newestOf, sift, type Sieve } from './readings/sieve.js'
import { inTimeOrder } from './readings/time-order.js'
import type { Trip } from './trip.js'
import { SEGMENTATION_VERSION } from './version.js'

/**
 * State of the segmentation of one device. It is stored in the device's row as plain JSON of a few hundred bytes, at most 4
 * kB.
 */
export interface SegmentationState {
  /** {@link SEGMENTATION_VERSION} of the code that computed the state. */
  version: string
  sieve: Sieve
  /** Absent if the vehicle is at rest. */
  journey?: Journey
  /** Absent if the last evaluated point is also the last accepted point. */
  judged?: Judged
  /** The state before a recent jump. Present while the jump may still be an error. */
  before?: Before
}

/** Result of one more fix. */
export interface Advance {
  /** Trips that this fix has ended. */
  ended: Trip[]
  /** Times of fixes that are now known to have an implausible speed. */
  implausible: number[]
}

export interface Segmentation {
  trips: Trip[]
  /** The trip in progress, or the last trip if nothing has ended it yet. `endedAt` is the trip's last movement so far. */
  open?: Trip
  /** Times of the fixes that were left out because the vehicle cannot have been there. */
  implausible: number[]
  state: SegmentationState
}

export const createState = (): SegmentationState => ({ version: SEGMENTATION_VERSION, sieve: { doubted: [] } })

/** Returns true if a stored state was made by the current rules. Only such a state can be continued. */
export const isCurrent = ({ version }: SegmentationState): boolean => version === SEGMENTATION_VERSION

/** Returns the time of the newest usable fix in the state. Only newer fixes can be added to it. */
export const frontierOf = ({ sieve }: SegmentationState): number | undefined => newestOf(sieve)

/**
 * Adds one fix that is newer than all before. A fix that is unusable by itself changes nothing. Changes `state`.
 * @throws RangeError for a usable fix that is not newer. For such a fix, read the fixes between the stable rests before and
 *   after it, and segment these again
 */
export function advance(state: SegmentationState, fix: Fix, parameters: ParametersAt): Advance {
  const point = toPoint(fix)
  if (!point) return { ended: [], implausible: [] }
  const frontier = frontierOf(state)
  if (frontier !== undefined && point.positionedAt <= frontier) {
    throw new RangeError(`a fix of ${point.positionedAt} after one of ${frontier}`)
  }
  const own = parametersAt(parameters, point.positionedAt)
  const dropped = state.before && isReturn(state.before, state.sieve, point, own) ? goBack(state, state.before) : undefined
  let { last } = state.sieve
  const { believed, implausible, gap, isRefuted } = sift(state.sieve, point, own)
  if (isRefuted) state.journey = state.judged = undefined
  const ended: Trip[] = []
  if (gap) {
    note(ended, forget(state))
    if (gap === 'silence' || isCutByJump(state, last!, believed[0]!, own)) last = undefined
  }
  for (const next of believed) {
    if (state.before && isForGood(state.before, next, own)) note(ended, forget(state))
    state.before?.run.push(next.positionedAt)
    const trip = stepTo(state, last, next, own)
    if (trip) {
      note(ended, forget(state))
      ended.push(trip)
    }
    last = next
  }
  return { ended, implausible: dropped ? [...dropped, ...implausible] : implausible }
}

function note(trips: Trip[], trip: Trip | undefined): void {
  if (trip) trips.push(trip)
}

/**
 * Keeps the state before a jump.
 * @returns true if the jump ended the journey, and false if the journey explains the jump and continues
 */
function isCutByJump(state: SegmentationState, last: Point, to: Point, parameters: TripParameters): boolean {
  const { journey, judged } = state
  const isCut = !journey || !explainsJump(journey, last, to, parameters)
  state.before = { last, judged, journey: journey && { ...journey }, isCut, run: [] }
  if (isCut) state.journey = state.judged = undefined
  return isCut
}

/**
 * Accepts the jump as true.
 * @returns the trip that the jump ended
 */
function forget(state: SegmentationState): Trip | undefined {
  const trip = state.before && endedByJump(state.before)
  state.before = undefined
  return trip
}

/**
 * Undoes a jump that was an error.
 * @returns the times of the points at the wrong place
 */
function goBack(state: SegmentationState, { last, journey, judged, run }: Before): number[] {
  const implausible = [...run, ...state.sieve.doubted.map(({ positionedAt }) => positionedAt)]
  Object.assign(state, { sieve: { last, doubted: [] }, journey, judged, before: undefined })
  return implausible
}

/**
 * Evaluates one more accepted point.
 * @param last the accepted point before, if there is a path from it
 * @returns the trip that ended
 */
function stepTo(state: SegmentationState, last: Point | undefined, point: Point, parameters: TripParameters): Trip | undefined {
  const judged = last && (state.judged?.point ?? last)
  const passed = state.judged?.passed ?? 0
  if (last && judged && isBetween(judged, last, point, parameters)) {
    state.judged = { point: judged, passed: passed + 1 }
    return undefined
  }
  const { journey, ended } = judge(state.journey, judged, point, parameters, passed)
  state.journey = journey
  state.judged = undefined
  return ended
}

function judge(
  journey: Journey | undefined,
  before: Point | undefined,
  point: Point,
  parameters: TripParameters,
  passed: number,
): Step {
  if (!before) return { ...begin(point, parameters), ended: journey && cutBySilence(journey, point, parameters) }
  return journey ? goOn(journey, before, point, parameters, passed) : leaveRest(before, point, parameters, passed)
}

/**
 * Returns the open trip. Neither a rest nor a silence between fixes has ended it. After a jump, the trip before the jump is
 * returned until it is certain that the jump is not an error.
 */
export function openTrip({ sieve, journey, before }: SegmentationState): Trip | undefined {
  if (sieve.unsure) return undefined
  const current = before ? before.journey : journey
  return current && finished(current)
}

/**
 * Returns the newest accepted position. Undefined if there is none. A single doubtful reading after a silence does not count
 * until another reading confirms it.
 */
export const lastPoint = ({ sieve }: SegmentationState): Point | undefined => sieve.unsure?.anchor ?? sieve.last

/** Returns true if the vehicle was under way at its last accepted position. */
export const isUnderWay = ({ sieve, journey }: SegmentationState): boolean =>
  !sieve.unsure && journey !== undefined && !journey.hasStopped

/**
 * Returns true if silence has ended the open trip by `now` (milliseconds since 1970 UTC). The trip is then closed. This is
 * the only result that depends on the clock.
 */
export function isSilent(state: SegmentationState, now: number, parameters: ParametersAt): boolean {
  const frontier = frontierOf(state)
  if (frontier === undefined) return true
  return now - frontier > parametersAt(parameters, frontier).silenceS * 1_000
}

/**
 * Returns the trips in one device's fixes. The fixes may be in any order and may be repeated. If two different fixes have
 * the same time, their content decides which one is used, and not their order.
 */
export function segment(fixes: readonly Fix[], parameters: ParametersAt, state = createState()): Segmentation {
  const trips: Trip[] = []
  const implausible: number[] = []
  for (const fix of inTimeOrder(fixes)) {
    const step = advance(state, fix, parameters)
    trips.push(...step.ended)
    implausible.push(...step.implausible)
  }
  return { trips, open: openTrip(state), implausible: implausible.sort((left, right) => left - right), state }
}
