import { distanceM, kphToMps } from '@roadbook/geo'
import { believedSpeedKph, countedM, movesByItself, secondsBetween } from './motion.js'
import type { TripParameters } from './parameters.js'
import type { Point } from './readings/point.js'
import { averageKph, travelledM, type Totals } from './totals.js'

/** Readings that are nearer in time say themselves when a vehicle arrived. */
const SPARSE_S = 60
/** Streets are that much longer than the straight line between two readings. */
const DETOUR = 1.3
/** Over the last stretch a vehicle slows down and turns: this share of its speed before, and no less than the slowest. */
const LAST_STRETCH = 0.6
const LEAST_KPH = 12

/** How a vehicle rode until its last reading on the way. */
interface Ride {
  startedAt: number
  settled: Totals
}

/**
 * When a vehicle probably arrived between its last reading on the way and the first that sees it at rest, milliseconds since 1970 UTC:
 * the way that was left, at the pace of a last stretch.
 * @returns undefined where readings are dense, so that the reading itself says it, where it rode on, or where the way takes all of the time.
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

/** The odometer measures the way where its count can be one: some stand still, or count whole kilometres. */
function wayLeftM(lastMoving: Point, atRest: Point, parameters: TripParameters): number {
  const straightM = distanceM(lastMoving, atRest)
  const counted = countedM(lastMoving, atRest, parameters)
  return counted !== undefined && counted >= straightM && counted <= 2 * straightM ? counted : DETOUR * straightM
}
