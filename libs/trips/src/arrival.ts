import { distanceM, kphToMps } from '@roadbook/geo'
import { believedSpeedKph, countedM, movesByItself, secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './readings/point.js'
import { averageKph, travelledM, type Totals } from './totals.js'

/** Readings closer in time than this show the arrival themselves, seconds. */
const SPARSE_S = 60
/** Estimated ratio of the distance by street to the straight line between two readings. */
const DETOUR = 1.3
/**
 * A vehicle slows down and turns on the last stretch. Its assumed speed there is this share of the speed before, and at least
 * `LEAST_KPH`.
 */
const LAST_STRETCH = 0.6
const LEAST_KPH = 12

/** A vehicle's ride up to its last moving reading. */
interface Ride {
  startedAt: number
  settled: Totals
}

/**
 * Estimates when a vehicle arrived between its last moving reading and the first at rest, milliseconds since 1970 UTC: the
 * remaining distance at the pace of a last stretch.
 * @returns undefined where readings are dense and show it themselves, where the vehicle rode on, or where the distance takes all
 *   of the time
 */
export function probableArrival(
  lastMoving: Point,
  atRest: Point,
  { startedAt, settled }: Ride,
  parameters: TripParameters,
): number | undefined {
  if (secondsBetween(lastMoving, atRest) < SPARSE_S || movesByItself(atRest, parameters)) return undefined
  const rodeKph = movesByItself(lastMoving, parameters)
    ? believedSpeedKph(lastMoving, parameters)!
    : averageKph(travelledM(settled), (lastMoving.positionedAt - startedAt) / 1_000 - settled.idleS)
  const seconds = Math.round(wayLeftM(lastMoving, atRest, parameters) / kphToMps(Math.max(LAST_STRETCH * rodeKph, LEAST_KPH)))
  return seconds < secondsBetween(lastMoving, atRest) ? lastMoving.positionedAt + seconds * 1_000 : undefined
}

/**
 * Returns the remaining distance. Uses the odometer where its count is plausible: some stand still or count whole kilometres.
 */
function wayLeftM(lastMoving: Point, atRest: Point, parameters: TripParameters): number {
  const straightM = distanceM(lastMoving, atRest)
  const counted = countedM(lastMoving, atRest, parameters)
  return counted !== undefined && counted >= straightM && counted <= 2 * straightM ? counted : DETOUR * straightM
}
