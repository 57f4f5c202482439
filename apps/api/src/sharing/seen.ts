import { roundCoordinate } from '@roadbook/geo'
import type { SeenPointDto, SeenPositionDto } from './seen.dto.js'
import type { PointRow, SignalRow } from './track.repository.js'

/** What was told of it last. */
export interface LastSignal {
  positionedAt: Date
  isMoving: boolean
  speedKph: number | null
}

/** What a fix is off by at its best, metres. */
const FIX_M = 25
/** Beyond this a circle tells nothing any more. */
const FARTHEST_M = 50_000
/** What a moving vehicle goes at least: it may have stood at a light. */
const SLOWEST_KPH = 10

/** How far from its last position it may be by now, metres. */
export function doubtM({ positionedAt, isMoving, speedKph }: LastSignal, now: Date): number {
  if (!isMoving) return FIX_M
  const hours = Math.max(0, now.getTime() - positionedAt.getTime()) / 3_600_000
  return Math.round(Math.min(FIX_M + Math.max(speedKph ?? 0, SLOWEST_KPH) * 1_000 * hours, FARTHEST_M))
}

/** A fix as the API tells it. */
export const toPoint = ({ latitude, longitude, positioned_at, speed_kph, heading }: PointRow): SeenPointDto => ({
  latitude: roundCoordinate(latitude),
  longitude: roundCoordinate(longitude),
  positioned_at: positioned_at.toISOString(),
  speed_kph: speed_kph === null ? null : Math.round(speed_kph * 10) / 10,
  heading,
})

/** Where it was last, and how far from there it may be. */
export const positionOf = (signal: SignalRow | undefined, now: Date): SeenPositionDto | null =>
  signal
    ? {
        ...toPoint(signal),
        is_moving: signal.moving,
        doubt_m: doubtM({ positionedAt: signal.positioned_at, isMoving: signal.moving, speedKph: signal.speed_kph }, now),
      }
    : null
