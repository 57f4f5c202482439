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

/** The smallest box around some places as Leaflet corners, or undefined for no places. */
export function boundsOf(places: readonly Place[]): [LatLngPair, LatLngPair] | undefined {
  if (places.length === 0) return undefined
  let [south, west, north, east] = [90, 180, -90, -180]
  for (const { latitude, longitude } of places) {
    if (latitude < south) south = latitude
    if (latitude > north) north = latitude
    if (longitude < west) west = longitude
    if (longitude > east) east = longitude
  }
  return [
    [south, west],
    [north, east],
  ]
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
