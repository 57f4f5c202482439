import type { Place } from './readings/point.js'
import { averageKph, travelledM, type Totals } from './totals.js'

/** One trip in segmentation: from leaving a rest to the last movement before the next. */
export interface Trip {
  /** Milliseconds since 1970 UTC. */
  startedAt: number
  /**
   * The last fix at which it moved, or the first at rest that shows how far it came. Totals, alerts and invoices count up to
   * here.
   */
  endedAt: number
  /** Where fixes are far apart: estimated arrival, before the fix of `endedAt` saw it there. Not the time of any fix. */
  arrivedAt?: number
  startLatitude: number
  startLongitude: number
  stopLatitude: number
  stopLongitude: number
  /** Whole metres. */
  distanceM: number
  /** Whole seconds from start to end, standing included. */
  durationS: number
  /** Distance over duration, one decimal. */
  averageSpeedKph: number
  /**
   * The highest reported speed, or, where none is reported, the highest over a stretch of 10 s. Never below the average. One
   * decimal.
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
