import { roundCoordinate } from '@roadbook/geo'
import type { SeenPointDto, SeenPositionDto } from './seen.dto.js'
import type { PointRow, SignalRow } from './track.repository.js'

/** Last known position and movement of a vehicle. */
export interface LastSignal {
  positionedAt: Date
  isMoving: boolean
  speedKph: number | null
}

/** Assumed error of an accurate fix, in metres. */
const FIX_M = 25
/** Maximum radius in metres of the circle in which the vehicle may be. A larger circle is of no use. */
const FARTHEST_M = 50_000
/**
 * Minimum speed in km/h that is assumed for a moving vehicle. Its speed at the last fix may be lower, for example at a
 * traffic light.
 */
const SLOWEST_KPH = 10

/** Returns the distance in metres that a vehicle may be from its last position now. */
export function doubtM({ positionedAt, isMoving, speedKph }: LastSignal, now: Date): number {
  if (!isMoving) return FIX_M
  const hours = Math.max(0, now.getTime() - positionedAt.getTime()) / 3_600_000
  return Math.round(Math.min(FIX_M + Math.max(speedKph ?? 0, SLOWEST_KPH) * 1_000 * hours, FARTHEST_M))
}

/** Converts a fix to the API's form. */
export const toPoint = ({ latitude, longitude, positioned_at, speed_kph, heading }: PointRow): SeenPointDto => ({
  latitude: roundCoordinate(latitude),
  longitude: roundCoordinate(longitude),
  positioned_at: positioned_at.toISOString(),
  speed_kph: speed_kph === null ? null : Math.round(speed_kph * 10) / 10,
  heading,
})

/** Returns the last position, and the distance that the vehicle may be from it. */
export const positionOf = (signal: SignalRow | undefined, now: Date): SeenPositionDto | null =>
  signal
    ? {
        ...toPoint(signal),
        is_moving: signal.moving,
        doubt_m: doubtM({ positionedAt: signal.positioned_at, isMoving: signal.moving, speedKph: signal.speed_kph }, now),
      }
    : null
