import type { Place } from '../../../lib/place.js'
import type { Drawn } from '../../../map/drawn-area.js'

/**
 * Maximum number of points of an outline with handles between its points. On an outline with more points, these handles would
 * hide the outline.
 */
const MOST_BETWEEN = 60

/** A point between two neighbours, and the index at which it is inserted. */
export interface Between {
  at: number
  place: Place
}

/** Returns the midpoints of an outline's sides or a line's segments. Dragging a midpoint turns it into a point. */
export function betweens({ kind, points }: Pick<Drawn, 'kind' | 'points'>): Between[] {
  if (kind === 'circle' || points.length < 2 || points.length > MOST_BETWEEN) return []
  const isClosed = kind === 'polygon' && points.length > 2
  const ends = isClosed ? [...points.slice(1), points[0]!] : points.slice(1)
  return ends.map((end, nth) => ({ at: nth + 1, place: middleOf(points[nth]!, end) }))
}

function middleOf(one: Place, other: Place): Place {
  // Uses the shorter way around the globe.
  const east = one.longitude + ((((other.longitude - one.longitude + 540) % 360) + 360) % 360) - 180
  const longitude = (one.longitude + east) / 2
  return {
    latitude: (one.latitude + other.latitude) / 2,
    longitude: longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude,
  }
}

export const replaced = (points: readonly Place[], at: number, place: Place): Place[] => points.with(at, place)
export const inserted = (points: readonly Place[], at: number, place: Place): Place[] => points.toSpliced(at, 0, place)
export const removed = (points: readonly Place[], at: number): Place[] => points.toSpliced(at, 1)
