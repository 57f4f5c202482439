import { roundCoordinate } from '@roadbook/geo'
import type { SeenPointDto, SeenPositionDto } from './seen.dto.js'
import type { PointRow, SignalRow } from './track.repository.js'

/** The last known position and movement. */
export interface LastSignal {
  positionedAt: Date
  isMoving: boolean
  speedKph: number | null
}

/** Error of the best fix, metres. */
const FIX_M = 25
/** Maximum radius in metres. Beyond it a circle is meaningless. */
const FARTHEST_M = 50_000
/** Minimum speed of a moving vehicle, which may have been at a traffic light. */
const SLOWEST_KPH = 10

/** Returns how far it may be from its last position by now, metres. */
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

/** Returns the last position, and how far from it the vehicle may be. */
export const positionOf = (signal: SignalRow | undefined, now: Date): SeenPositionDto | null =>
  signal
    ? {
        ...toPoint(signal),
        is_moving: signal.moving,
        doubt_m: doubtM({ positionedAt: signal.positioned_at, isMoving: signal.moving, speedKph: signal.speed_kph }, now),
      }
    : null
