import type { Place } from './readings/point.js'
import { averageKph, travelledM, type Totals } from './totals.js'

/**
 * A trip found by the segmentation. It begins when the vehicle leaves a rest, and ends with the last movement before the
 * next rest.
 */
export interface Trip {
  /** Milliseconds since 1970 UTC. */
  startedAt: number
  /**
   * Time of the last fix at which the vehicle moved, or of the first fix at rest if only this fix shows where the vehicle
   * arrived. Totals, alerts and invoices include everything up to this time.
   */
  endedAt: number
  /**
   * Estimated time of arrival. Present only if fixes are far apart. It is before `endedAt`, because the fix at `endedAt`
   * shows the vehicle at rest already. No fix has the estimated time.
   */
  arrivedAt?: number
  startLatitude: number
  startLongitude: number
  stopLatitude: number
  stopLongitude: number
  /** Whole metres. */
  distanceM: number
  /** Whole seconds from start to end. Standing is included. */
  durationS: number
  /** Distance divided by duration, in km/h with one decimal. */
  averageSpeedKph: number
  /**
   * Highest reported speed in km/h with one decimal. If the tracker reports no speed, this is the highest average speed of
   * a stretch of at least 10 s. It is never below the trip's average speed.
   */
  maxSpeedKph: number
  /** Whole seconds of standing within the trip. */
  idleS: number
  /** Number of usable fixes from start to end, both included. */
  waypointCount: number
}

export function toTrip(start: Place, stop: Place, totals: Totals): Trip {
  const metres = travelledM(totals)
  const seconds = (stop.positionedAt - start.positionedAt) / 1_000
  const average = averageKph(metres, seconds)
  return {
    startedAt: start.positionedAt,
    endedAt: stop.positionedAt,
    startLatitude: start.latitude,
    startLongitude: start.longitude,
    stopLatitude: stop.latitude,
    stopLongitude: stop.longitude,
    distanceM: Math.round(metres),
    durationS: Math.round(seconds),
    averageSpeedKph: oneDecimal(average),
    maxSpeedKph: oneDecimal(Math.max(totals.maxKph, average)),
    idleS: Math.round(totals.idleS),
    waypointCount: totals.waypoints,
  }
}

const oneDecimal = (value: number) => Math.round(value * 10) / 10
