import type { Place } from './point.js'
import { averageKph, travelledM, type Totals } from './totals.js'

/** One trip as segmentation sees it: from leaving a rest to the last movement before the next. */
export interface Trip {
  /** Milliseconds since 1970 UTC. */
  startedAt: number
  /** The last fix at which it moved. */
  endedAt: number
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
  /** The highest speed that the tracker reported, or where it reports none of a stretch of 10 s; never below the average. One decimal. */
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
