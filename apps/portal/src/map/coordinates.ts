import { beside, boundsOf as boundsOnGlobe } from '@roadbook/geo'
import type { LatLngBounds } from 'leaflet'
import type { Place } from '../lib/place.js'

/** Coordinate pair as Leaflet expects it: latitude first. */
export type LatLngPair = [latitude: number, longitude: number]

/** Point of the web mercator world, a square of 0..1 with its origin in the north-west. */
export type WorldPoint = [x: number, y: number]

/** Converts a place for Leaflet: latitude first. */
export const toLatLng = ({ latitude, longitude }: Place): LatLngPair => [latitude, longitude]

/** Converts a place for GeoJSON and the cluster index: longitude first. */
export const toLngLat = ({ latitude, longitude }: Place): [number, number] => [longitude, latitude]

/** Converts a GeoJSON position, longitude first, to a place. */
export const fromLngLat = ([longitude, latitude]: readonly [number, number]): Place => ({ latitude, longitude })

/**
 * Returns the corners of the smallest box around places, for Leaflet. Undefined without places. If the places lie on both sides
 * of the 180th meridian, the box's east exceeds 180, so that Leaflet shows them side by side.
 */
export function boundsOf(places: readonly Place[]): [LatLngPair, LatLngPair] | undefined {
  const bounds = boundsOnGlobe(places)
  if (!bounds) return undefined
  const { south, west, north, east } = bounds
  return [
    [south, west],
    [north, east < west ? east + 360 : east],
  ]
}

/**
 * Leaflet shows the world repeatedly side by side. Moves the corners to the copy of the world that is nearest to a longitude.
 */
export function cornersNear([southWest, northEast]: readonly [LatLngPair, LatLngPair], about: number): [LatLngPair, LatLngPair] {
  const middle = (southWest[1] + northEast[1]) / 2
  const by = beside(about, middle) - middle
  return [
    [southWest[0], southWest[1] + by],
    [northEast[0], northEast[1] + by],
  ]
}

/** Converts a place for Leaflet, on the copy of the world that is nearest to a longitude. */
export const toLatLngNear = ({ latitude, longitude }: Place, about: number): LatLngPair => [latitude, beside(about, longitude)]

/**
 * Returns a line without a jump at the 180th meridian. Each place follows the previous one on the shorter way, beyond ±180 if
 * necessary.
 */
export function unrolled(places: readonly Place[], from = places[0]?.longitude ?? 0): Place[] {
  let about = from
  return places.map(({ latitude, longitude }) => {
    about = beside(about, longitude)
    return { latitude, longitude: about }
  })
}

/**
 * Unrolls lines that belong together, such as the parts of an area. The start of each line is put on the
 * copy of the world that is nearest to the start of the line before it.
 */
export function unrolledAll(lines: readonly (readonly Place[])[], from = lines[0]?.[0]?.longitude ?? 0): Place[][] {
  let about = from
  return lines.map((line) => {
    const unrolledLine = unrolled(line, about)
    about = unrolledLine[0]?.longitude ?? about
    return unrolledLine
  })
}

/** Converts Leaflet bounds to the west, south, east, north of the cluster index. */
export const toBox = (bounds: LatLngBounds): [number, number, number, number] => [
  bounds.getWest(),
  bounds.getSouth(),
  bounds.getEast(),
  bounds.getNorth(),
]

/** Projects a place to web mercator (EPSG:3857), scaled to the unit square: one unit is the whole world. */
export function toWorld({ latitude, longitude }: Place): WorldPoint {
  const sine = Math.sin((Math.min(85.0511, Math.max(-85.0511, latitude)) * Math.PI) / 180)
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Converts a point of the unit square back to a place. */
export function fromWorld([x, y]: WorldPoint): Place {
  return { latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, longitude: (x - 0.5) * 360 }
}
