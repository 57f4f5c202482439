import { FixValidity, type Fix } from '@roadbook/contracts'
import { isMoving, movesByItself, secondsBetween, unheardRestS } from './motion.js'
import type { TripParameters } from './parameters.js'
import { toPoint, type Point } from './readings/point.js'
import { isReachable } from './readings/sieve.js'
import { inTimeOrder } from './readings/time-order.js'
import type { Trip } from './trip.js'

/**
 * Evidence that a vehicle set off. `speed` is the reported speed. `ignition` and `movement` mean that this sensor changed
 * and the place changed, too. `place` is only a changed place. `silence` means that the vehicle was already under way when
 * a silence ended.
 */
export const BEGUN_BY = ['speed', 'ignition', 'movement', 'place', 'silence'] as const
/**
 * Causes that end a trip: a long rest, the ignition, a silence that is longer than the distance explains, or a jump to a
 * place that the vehicle cannot have driven to.
 */
export const ENDED_BY = ['rest', 'ignition', 'silence', 'jump'] as const

/** Reasons for a trip's begin and end. */
export interface TripReasons {
  begunBy: (typeof BEGUN_BY)[number]
  /** Absent while the trip continues. */
  endedBy?: (typeof ENDED_BY)[number]
  /**
   * Whole seconds from the last movement to the reading that ended the trip. For a silence, its length. Absent if no
   * reading followed.
   */
  endedAfterS?: number
}

/**
 * Explains the begin and end of a trip by the rules of the segmentation.
 * @param fixes the stored fixes around the trip, in any order. They must reach back to the place that the trip left, and
 *   forward to the cause of its end
 * @returns undefined if the trip was made from other fixes. This is so if some fixes have expired or were added since then
 */
export function reasonsOf(
  fixes: readonly Fix[],
  { startedAt, endedAt }: Pick<Trip, 'startedAt' | 'endedAt'>,
  parameters: TripParameters,
  isOpen = false,
): TripReasons | undefined {
  const points = inTimeOrder(fixes.filter(({ validity }) => validity === FixValidity.valid)).map((fix) => toPoint(fix)!)
  const at = (moment: number) => points.findIndex(({ positionedAt }) => positionedAt === moment)
  const [start, end] = [at(startedAt), at(endedAt)]
  if (start < 0 || end <= start) return undefined
  const begunBy = setOffBy(points, start, parameters)
  if (isOpen) return { begunBy }
  const hadIgnition = points.slice(start, end + 1).some(({ ignition }) => ignition === true)
  return { begunBy, ...endedBy(points.slice(end), hadIgnition, parameters) }
}

/**
 * Returns the evidence for the start. A trip starts with the last reading before the vehicle left, or with its first moving
 * reading.
 */
function setOffBy(points: readonly Point[], start: number, parameters: TripParameters): TripReasons['begunBy'] {
  const first = points[start]!
  const before = points[start - 1]
  const isHeardAgain = !before || secondsBetween(before, first) > parameters.restS
  const isUnderWay =
    movesByItself(first, parameters) || (before !== undefined && !isHeardAgain && isMoving(before, first, parameters))
  if (isUnderWay) return isHeardAgain ? 'silence' : shownBy(first, parameters)
  return shownBy(points.slice(start + 1).find((point) => isMoving(first, point, parameters)) ?? points[start + 1]!, parameters)
}

function shownBy(point: Point, parameters: TripParameters): TripReasons['begunBy'] {
  if (movesByItself(point, parameters)) return 'speed'
  if (point.ignition === true) return 'ignition'
  return point.movement === true ? 'movement' : 'place'
}

/** @param rest the last point of the trip and all later ones */
function endedBy(
  rest: readonly Point[],
  hadIgnition: boolean,
  parameters: TripParameters,
): Pick<TripReasons, 'endedBy' | 'endedAfterS'> {
  const stop = rest[0]!
  let before = stop
  for (const point of rest.slice(1)) {
    const endedAfterS = Math.round(secondsBetween(stop, point))
    const isUnheard = secondsBetween(before, point) > parameters.restS
    if (isUnheard && unheardRestS(before, point, before !== stop, parameters) > parameters.restS)
      return { endedBy: 'silence', endedAfterS: Math.round(secondsBetween(before, point)) }
    if (!isReachable(before, point, parameters)) return { endedBy: 'jump', endedAfterS }
    const isOff = parameters.endsWithIgnition && hadIgnition && point.ignition === false
    if (isOff && !isMoving(before, point, parameters)) return { endedBy: 'ignition', endedAfterS }
    if (endedAfterS >= parameters.restS) return { endedBy: 'rest', endedAfterS }
    before = point
  }
  return { endedBy: 'silence' }
}
