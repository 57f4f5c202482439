import { useState } from 'react'
import { Circle, Polygon, Polyline, useMap, useMapEvents } from 'react-leaflet'
import { type LatLngPair, toLatLng } from '../../map/coordinates.js'
import { type Drawn, ringsOf, unrolledArea } from '../../map/drawn-area.js'
import { TRIP_COLOUR } from '../../map/map-palette.js'
import { useMiddle } from '../../map/placed.js'

/** A geofence as somebody draws or imports it. */
export function Shape({ drawn: told }: { drawn: Drawn }) {
  const drawn = unrolledArea(told, useMiddle())
  const { kind, points, reachM } = drawn
  const style = { color: TRIP_COLOUR, weight: 2, fillOpacity: 0.12 }
  const places = points.map(toLatLng)
  const middle = places[0]
  if (!middle) return null
  const shared = { pane: 'trip', interactive: false, pathOptions: style } as const
  if (kind === 'circle') return <Circle center={middle} radius={reachM} {...shared} />
  if (kind === 'polygon') {
    return ringsOf(drawn).map((rings, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- it is which part of the geofence it is
      <Polygon key={at} positions={rings.map((ring) => ring.map(toLatLng))} {...shared} />
    ))
  }
  return (
    <>
      <Band positions={places} reachM={reachM} />
      <Polyline positions={places} {...shared} pathOptions={{ ...style, weight: 3 }} />
    </>
  )
}

/** Metres around the equator, and pixels of the world at zoom 0. */
const EQUATOR_M = 40_075_016.7
const WORLD_PX = 256

/** Metres that a pixel of the map stands for. */
export const metresAPixel = (latitude: number, zoom: number): number =>
  (EQUATOR_M * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom)

/** What lies within reach of a line, as wide as it is at each zoom: one stroke, so that it is nowhere darker than elsewhere. */
function Band({ positions, reachM }: { positions: readonly LatLngPair[]; reachM: number }) {
  const map = useMap()
  const [zoom, setZoom] = useState(map.getZoom())
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) })
  const [first] = positions
  if (!first) return null
  // Of a line that has but its begin its two ends are one point.
  const line = positions.length > 1 ? [...positions] : [first, first]
  const pathOptions = { color: TRIP_COLOUR, weight: (2 * reachM) / metresAPixel(first[0], zoom), opacity: 0.16 }
  return <Polyline positions={line} pane="trip" interactive={false} lineCap="round" lineJoin="round" pathOptions={pathOptions} />
}
