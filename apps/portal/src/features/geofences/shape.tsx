import { useState } from 'react'
import { Circle, Polygon, Polyline, useMap, useMapEvents } from 'react-leaflet'
import { type LatLngPair, toLatLng } from '../../map/coordinates.js'
import { type Drawn, ringsOf, unrolledArea } from '../../map/drawn-area.js'
import { TRIP_COLOUR } from '../../map/map-palette.js'
import { useMiddle } from '../../map/placed.js'

/** A drawn or imported geofence on the map. */
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
      // oxlint-disable-next-line react/no-array-index-key -- its index in the geofence identifies a part
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

/** Length of the equator in metres, and width of the world in px at zoom level 0. */
const EQUATOR_M = 40_075_016.7
const WORLD_PX = 256

/** Returns the metres per pixel of the map. */
export const metresAPixel = (latitude: number, zoom: number): number =>
  (EQUATOR_M * Math.cos((latitude * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom)

/** Shows the reach of a line at each zoom level. It is one stroke, so that no part is darker than another. */
function Band({ positions, reachM }: { positions: readonly LatLngPair[]; reachM: number }) {
  const map = useMap()
  const [zoom, setZoom] = useState(map.getZoom())
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) })
  const [first] = positions
  if (!first) return null
  // If there is only one point, the line begins and ends at it.
  const line = positions.length > 1 ? [...positions] : [first, first]
  const pathOptions = { color: TRIP_COLOUR, weight: (2 * reachM) / metresAPixel(first[0], zoom), opacity: 0.16 }
  return <Polyline positions={line} pane="trip" interactive={false} lineCap="round" lineJoin="round" pathOptions={pathOptions} />
}
