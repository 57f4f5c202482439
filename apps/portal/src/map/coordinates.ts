import { beside, boundsOf as boundsOnGlobe } from '@roadbook/geo'
import type { LatLngBounds } from 'leaflet'
import type { Place } from '../lib/place.js'

/** The pair Leaflet wants: latitude first. */
export type LatLngPair = [latitude: number, longitude: number]

/** A point of the web mercator world, a square of 0..1 with the origin in the north-west. */
export type WorldPoint = [x: number, y: number]

/** For Leaflet: latitude first. */
export const toLatLng = ({ latitude, longitude }: Place): LatLngPair => [latitude, longitude]

/** For GeoJSON and the cluster index: longitude first. */
export const toLngLat = ({ latitude, longitude }: Place): [number, number] => [longitude, latitude]

/** From GeoJSON: longitude first. */
export const fromLngLat = ([longitude, latitude]: readonly [number, number]): Place => ({ latitude, longitude })

/**
 * The smallest box around some places as Leaflet corners, or undefined for no places. Where they lie on both sides of the 180th meridian
 * its east is beyond 180: so Leaflet shows them beside one another.
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

/** The same corners where they are nearest to a longitude, as the world repeats to the east and the west. */
export function cornersNear([southWest, northEast]: readonly [LatLngPair, LatLngPair], about: number): [LatLngPair, LatLngPair] {
  const middle = (southWest[1] + northEast[1]) / 2
  const by = beside(about, middle) - middle
  return [
    [southWest[0], southWest[1] + by],
    [northEast[0], northEast[1] + by],
  ]
}

/** For Leaflet: the same place where it is nearest to a longitude. */
export const toLatLngNear = ({ latitude, longitude }: Place, about: number): LatLngPair => [latitude, beside(about, longitude)]

/** A line without a leap at the 180th meridian: each place on the shorter way from the one before it, beyond ±180 where that leads. */
export function unrolled(places: readonly Place[], from = places[0]?.longitude ?? 0): Place[] {
  let about = from
  return places.map(({ latitude, longitude }) => {
    about = beside(about, longitude)
    return { latitude, longitude: about }
  })
}

/** Lines that belong together, such as the parts of an area: each goes on where the one before it began. */
export function unrolledAll(lines: readonly (readonly Place[])[], from = lines[0]?.[0]?.longitude ?? 0): Place[][] {
  let about = from
  return lines.map((line) => {
    const unrolledLine = unrolled(line, about)
    about = unrolledLine[0]?.longitude ?? about
    return unrolledLine
  })
}

/** Leaflet bounds as the west, south, east, north that the cluster index asks for. */
export const toBox = (bounds: LatLngBounds): [number, number, number, number] => [
  bounds.getWest(),
  bounds.getSouth(),
  bounds.getEast(),
  bounds.getNorth(),
]

/** Web mercator (EPSG:3857) scaled to the unit square; one unit is the whole world. */
export function toWorld({ latitude, longitude }: Place): WorldPoint {
  const sine = Math.sin((Math.min(85.0511, Math.max(-85.0511, latitude)) * Math.PI) / 180)
  return [longitude / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Back from the unit square. */
export function fromWorld([x, y]: WorldPoint): Place {
  return { latitude: (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI, longitude: (x - 0.5) * 360 }
}
