import type { components } from '../lib/api/schema.js'
import type { Place } from '../lib/place.js'
import { fromLngLat, unrolledAll } from './coordinates.js'

type Geofence = components['schemas']['Geofence']
type Pair = [longitude: number, latitude: number]

/** Drawable shape of a geofence: its point, outline or line, its holes, and further parts of a multi-part area. */
export interface Drawn {
  kind: Geofence['kind']
  points: Place[]
  holes: Place[][]
  /** Further parts, each with its outline followed by its holes, as closed rings. */
  others: Place[][][]
  /** Reach in metres around a point or a line. 0 for an outline. */
  reachM: number
}

const toPlaces = (pairs: unknown) => (pairs as Pair[]).map(fromLngLat)

export function drawnOf({ kind, shape, reach_m: reach }: Pick<Geofence, 'kind' | 'shape' | 'reach_m'>): Drawn {
  const { type, coordinates } = shape as { type: string; coordinates: unknown[] }
  const alone = { holes: [], others: [], reachM: reach ?? 0 }
  if (kind === 'circle') return { kind, points: toPlaces([coordinates]), ...alone }
  if (kind === 'corridor') return { kind, points: toPlaces(coordinates), ...alone }
  const parts = (type === 'MultiPolygon' ? coordinates : [coordinates]) as unknown[][]
  const [[outline = [], ...holes] = [], ...others] = parts.map((rings) => rings.map(toPlaces))
  // The last point of a ring repeats the first.
  return { kind, points: outline.slice(0, -1), holes, others, reachM: 0 }
}

/** Returns the parts of an area, each with its outline and holes. */
export const ringsOf = ({ points, holes, others }: Drawn): Place[][][] => [[points, ...holes], ...others]

/**
 * Removes the jump at the 180th meridian. Lines continue beyond ±180. @param about longitude near which the area is to be drawn
 */
export function unrolledArea(drawn: Drawn, about?: number): Drawn {
  const lines = unrolledAll([drawn.points, ...drawn.holes, ...drawn.others.flat()], about)
  const [points = [], ...rest] = lines
  const holes = rest.splice(0, drawn.holes.length)
  return { ...drawn, points, holes, others: drawn.others.map((rings) => rest.splice(0, rings.length)) }
}
