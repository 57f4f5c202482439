import { distanceM, kphToMps } from '@roadbook/geo'
import { believedSpeedKph, countedM, movesByItself, secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './readings/point.js'
import { averageKph, travelledM, type Totals } from './totals.js'

/**
 * The arrival is estimated only if the two readings around it are at least this far apart, in seconds. With a shorter
 * interval the readings themselves show the arrival.
 */
const SPARSE_S = 60
/** Estimated ratio of the distance by road to the straight line between two readings. */
const DETOUR = 1.3
/**
 * Assumed speed on the last stretch of a ride, as a share of the average or reported speed before this stretch. The share
 * is below 1, because a vehicle slows down and turns at the end. The assumed speed is at least `LEAST_KPH`.
 */
const LAST_STRETCH = 0.6
const LEAST_KPH = 12

/** A vehicle's ride up to its last moving reading. */
interface Ride {
  startedAt: number
  settled: Totals
}

/**
 * Estimates when a vehicle arrived between its last moving reading and the first reading at rest, in milliseconds since
 * 1970 UTC. The estimate assumes that the vehicle rode the remaining distance at the speed for the last stretch
 * (`LAST_STRETCH`).
 * @returns undefined in three cases: the readings are dense enough to show the arrival, the vehicle was still riding at the
 * second reading, or the remaining distance takes all of the time
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
 * Returns the distance in metres between the two readings. The odometer is used only if its count is plausible, because
 * some odometers stand still or count only whole kilometres.
 */
function wayLeftM(lastMoving: Point, atRest: Point, parameters: TripParameters): number {
  const straightM = distanceM(lastMoving, atRest)
  const counted = countedM(lastMoving, atRest, parameters)
  return counted !== undefined && counted >= straightM && counted <= 2 * straightM ? counted : DETOUR * straightM
}
