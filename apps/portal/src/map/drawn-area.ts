import type { components } from '../lib/api/schema.js'
import type { Place } from '../lib/place.js'
import { fromLngLat } from './coordinates.js'

type Geofence = components['schemas']['Geofence']
type Pair = [longitude: number, latitude: number]

/** What a map draws of a geofence: its point, outline or line; holes last. */
export interface Drawn {
  kind: Geofence['kind']
  points: Place[]
  holes: Place[][]
  /** Metres around a point or a line; 0 of an outline. */
  reachM: number
}

const toPlaces = (pairs: unknown) => (pairs as Pair[]).map(fromLngLat)

export function drawnOf({ kind, shape, reach_m: reach }: Pick<Geofence, 'kind' | 'shape' | 'reach_m'>): Drawn {
  const { coordinates } = shape as { coordinates: unknown[] }
  if (kind === 'circle') return { kind, points: toPlaces([coordinates]), holes: [], reachM: reach ?? 0 }
  if (kind === 'corridor') return { kind, points: toPlaces(coordinates), holes: [], reachM: reach ?? 0 }
  const [outline = [], ...holes] = coordinates.map(toPlaces)
  // The last point of a ring is its first once more.
  return { kind, points: outline.slice(0, -1), holes, reachM: 0 }
}
