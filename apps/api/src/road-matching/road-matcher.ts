import type { VehicleType } from '@roadbook/contracts'
import type { Position } from '@roadbook/geo'

/** A fix of a trip for road matching. */
export interface TracePoint extends Position {
  /** Seconds since 1970 UTC. */
  timeS: number
}

/** Matches points to roads. The roads are those of a region's file, or those of an operator's service. */
export interface RoadMatcher {
  /** Maximum requests per second to the service, of all processes together. */
  rate: number
  /**
   * Returns the road distance between the first and the last of these points. Parts off the road count as straight lines.
   * @param points oldest first
   * @param turn waits for the next allowed request; false when no more are allowed
   * @returns undefined when most of the way was off the road; null when no more requests are allowed
   * @throws SourceFailure when the service does not answer, or refuses
   */
  match(
    points: readonly TracePoint[],
    vehicleType: VehicleType,
    turn: () => Promise<boolean>,
    signal: AbortSignal,
  ): Promise<number | undefined | null>
}

/** Injection token; undefined when road matching is off. */
export const ROAD_MATCHER = Symbol('road matcher')
