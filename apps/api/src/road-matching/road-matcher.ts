import type { VehicleType } from '@roadbook/contracts'
import type { Position } from '@roadbook/geo'

/** A fix of a trip, as it is laid on roads. */
export interface TracePoint extends Position {
  /** Seconds since 1970 UTC. */
  timeS: number
}

/** The roads of a region's file, or a service of the operator's that knows them. */
export interface RoadMatcher {
  /** Requests a second, of all processes together. */
  rate: number
  /**
   * How far a vehicle went by road between the first and the last of these points, oldest first. Where they were on no road, as the
   * crow flies between them.
   * @param turn waits for the moment when the next request may leave; false: none may any more
   * @returns undefined where most of it was on no road; null where no request may leave any more
   * @throws SourceFailure when it does not answer, or refuses
   */
  match(
    points: readonly TracePoint[],
    vehicleType: VehicleType,
    turn: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<number | undefined | null>
}

/** Undefined where nobody lays trips on roads. */
export const ROAD_MATCHER = Symbol('road matcher')
