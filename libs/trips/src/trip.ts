import type { Place } from './readings/point.js'
import { averageKph, travelledM, type Totals } from './totals.js'

/** A trip found by segmentation: from leaving a rest to the last movement before the next rest. */
export interface Trip {
  /** Milliseconds since 1970 UTC. */
  startedAt: number
  /**
   * Time of the last fix at which the vehicle moved, or of the first one at rest if that shows how far it came. Totals, alerts
   * and invoices count up to this time.
   */
  endedAt: number
  /**
   * Estimated arrival before `endedAt`, whose fix showed the vehicle at rest. Present only where fixes are far apart. Not the
   * time of a fix.
   */
  arrivedAt?: number
  startLatitude: number
  startLongitude: number
  stopLatitude: number
  stopLongitude: number
  /** Whole metres. */
  distanceM: number
  /** Whole seconds from start to end, including standing. */
  durationS: number
  /** Distance divided by duration, in km/h with one decimal. */
  averageSpeedKph: number
  /**
   * Highest reported speed in km/h. Where none is reported, the highest speed over a stretch of at least 10 s. Never below the
   * average. One decimal.
   */
  maxSpeedKph: number
  /** Whole seconds of standing within the trip. */
  idleS: number
  /** Usable fixes from start to end, both included. */
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
