import { beside, distanceM as metresBetween } from '@roadbook/geo'
import { type Place, toPlace } from '../../lib/place.js'

/** A waypoint of a trip that can be drawn. Times are in milliseconds since 1970 UTC. */
export interface TrackPoint {
  place: Place
  positionedAt: number
  speedKph?: number
  /** Metres from the start of the trip. */
  distanceM: number
}

/** Position of a playback. */
export interface TrackMoment {
  /** Index of the last point reached. */
  index: number
  place: Place
  at: number
  speedKph?: number
  distanceM: number
}

interface WireWaypoint {
  latitude: number
  longitude: number
  positioned_at: string
  speed_kph: number | null
}

/** Converts waypoints into a line in order of time. Invalid places are skipped. */
export function toTrack(waypoints: readonly WireWaypoint[]): TrackPoint[] {
  let distanceM = 0
  let last: Place | undefined
  return waypoints
    .flatMap(({ latitude, longitude, positioned_at, speed_kph }) => {
      const place = toPlace(latitude, longitude)
      return place ? { place, positionedAt: Date.parse(positioned_at), speedKph: speed_kph ?? undefined } : []
    })
    .sort((a, b) => a.positionedAt - b.positionedAt)
    .map((point) => {
      if (last) distanceM += metresBetween(last, point.place)
      last = point.place
      return { ...point, distanceM }
    })
}

/** Returns the moment `at` of a track, interpolated between two points. Undefined for an empty track. */
export function trackMoment(track: readonly TrackPoint[], at: number): TrackMoment | undefined {
  const first = track[0]
  if (!first) return undefined
  const index = lastReached(track, at)
  const from = track[index]!
  const to = track[index + 1]
  if (!to || at <= from.positionedAt)
    return { index, place: from.place, at: from.positionedAt, speedKph: from.speedKph, distanceM: from.distanceM }
  const part = (at - from.positionedAt) / Math.max(1, to.positionedAt - from.positionedAt)
  const between = (a: number, b: number) => a + (b - a) * part
  return {
    index,
    place: {
      latitude: between(from.place.latitude, to.place.latitude),
      longitude: beside(0, between(from.place.longitude, beside(from.place.longitude, to.place.longitude))),
    },
    at,
    speedKph: from.speedKph,
    distanceM: between(from.distanceM, to.distanceM),
  }
}

function lastReached(track: readonly TrackPoint[], at: number): number {
  let [low, high] = [0, track.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (track[middle]!.positionedAt <= at) low = middle
    else high = middle - 1
  }
  return low
}
