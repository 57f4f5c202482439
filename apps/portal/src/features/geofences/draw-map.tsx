import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import L from 'leaflet'
import { useMemo, useRef, useState } from 'react'
import { Circle, Polygon, Polyline, useMap, useMapEvents } from 'react-leaflet'
import type { Place } from '../../lib/place.js'
import { type LatLngPair, toLatLng } from '../../map/coordinates.js'
import { mapPalette, TRIP_COLOUR } from '../../map/map-palette.js'
import { MapView } from '../../map/map-view.js'
import { PlaceMarker, useMiddle } from '../../map/placed.js'
import { useMapMode } from '../../map/use-map-mode.js'
import { fleetAreaQuery } from './fleet-area.js'
import { cornersOf } from './corners-of.js'
import { type Drawn, ringsOf, unrolledArea } from '../../map/drawn-area.js'
import { MapFrame } from './map-frame.js'

/** Of a handle, with room for a finger around it. */
const HANDLE_PX = 16
const TOUCH_PX = 32

const Frame = styled(MapFrame)({ '& .leaflet-container': { cursor: 'crosshair' } })

interface DrawMapProps {
  label: string
  drawn: Drawn
  handleLabel: (number: number) => string
  onPoints: (points: Place[]) => void
  onReach: (metres: number) => void
}

/** A geofence under the pencil: a press adds a point, or sets the middle of a circle; handles are dragged, and pressed to take one away. */
export function DrawMap({ label, drawn, handleLabel, onPoints, onReach }: DrawMapProps) {
  const [first] = useState(drawn)
  const isNew = first.points.length === 0
  // Whoever draws a new place draws it where the fleet is: a map that leaps there under the hand would be pressed elsewhere.
  const fleet = useQuery({ ...fleetAreaQuery, enabled: isNew })
  if (isNew && fleet.isPending) return <Frame aria-busy />
  return (
    <Frame>
      <MapView label={label} beginWith={isNew ? fleet.data : cornersOf([first])}>
        <Shape drawn={drawn} />
        <Pencil drawn={drawn} onPoints={onPoints} />
        {drawn.points.map((point, at) => (
          <Handle
            // oxlint-disable-next-line react/no-array-index-key -- a point is which one it is, wherever it lies
            key={at}
            point={point}
            label={handleLabel(at + 1)}
            onMove={(next) => onPoints(drawn.points.map((one, index) => (index === at ? next : one)))}
            onPress={() => onPoints(drawn.points.filter((_, index) => index !== at))}
          />
        ))}
        {drawn.kind === 'circle' && drawn.points[0] && (
          <Handle
            point={edgeOf(drawn.points[0], drawn.reachM)}
            label={handleLabel(2)}
            isHollow
            onMove={(next) => onReach(metresBetween(drawn.points[0]!, next))}
          />
        )}
      </MapView>
    </Frame>
  )
}

const metresBetween = (a: Place, b: Place) => Math.max(5, Math.round(L.latLng(toLatLng(a)).distanceTo(toLatLng(b))))
/** To the east of the middle. */
const edgeOf = ({ latitude, longitude }: Place, metres: number): Place => ({
  latitude,
  longitude: longitude + metres / 111_195 / Math.max(0.01, Math.cos((latitude * Math.PI) / 180)),
})
const rounded = ({ lat, lng }: L.LatLng): Place => ({
  latitude: Math.round(lat * 1e6) / 1e6,
  longitude: Math.round(lng * 1e6) / 1e6,
})

function Pencil({ drawn, onPoints }: Pick<DrawMapProps, 'drawn' | 'onPoints'>) {
  useMapEvents({
    click: ({ latlng }) => {
      const point = rounded(latlng.wrap())
      onPoints(drawn.kind === 'circle' ? [point] : [...drawn.points, point])
    },
  })
  return null
}

/** A geofence as every map draws it. */
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

/** What lies within reach of a line, as wide as it is at each zoom: one stroke, so that it is nowhere darker than elsewhere. */
function Band({ positions, reachM }: { positions: readonly LatLngPair[]; reachM: number }) {
  const map = useMap()
  const [zoom, setZoom] = useState(map.getZoom())
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) })
  const [first] = positions
  if (!first) return null
  const metresAPixel = (EQUATOR_M * Math.cos((first[0] * Math.PI) / 180)) / (WORLD_PX * 2 ** zoom)
  // Of a line that has but its begin its two ends are one point.
  const line = positions.length > 1 ? [...positions] : [first, first]
  const pathOptions = { color: TRIP_COLOUR, weight: (2 * reachM) / metresAPixel, opacity: 0.16 }
  return <Polyline positions={line} pane="trip" interactive={false} lineCap="round" lineJoin="round" pathOptions={pathOptions} />
}

interface HandleProps {
  point: Place
  label: string
  isHollow?: boolean
  onMove: (point: Place) => void
  onPress?: () => void
}

function Handle({ point, label, isHollow = false, onMove, onPress }: HandleProps) {
  const { surface } = mapPalette(useMapMode())
  const marker = useRef<L.Marker>(null)
  const icon = useMemo(() => {
    const fill = isHollow ? surface : TRIP_COLOUR
    const half = TOUCH_PX / 2
    return L.divIcon({
      className: '',
      iconSize: [TOUCH_PX, TOUCH_PX],
      html: `<svg width="${TOUCH_PX}" height="${TOUCH_PX}" aria-hidden="true"><circle cx="${half}" cy="${half}" r="${HANDLE_PX / 2}" fill="${fill}" stroke="${isHollow ? TRIP_COLOUR : surface}" stroke-width="2"/></svg>`,
    })
  }, [surface, isHollow])
  return (
    <PlaceMarker
      ref={marker}
      place={point}
      icon={icon}
      pane="selected"
      draggable
      // The points stand in the field below, where they are changed by keyboard.
      keyboard={false}
      alt={label}
      eventHandlers={{
        dragend: () => {
          const moved = marker.current?.getLatLng()
          if (moved) onMove(rounded(moved.wrap()))
        },
        click: () => onPress?.(),
      }}
    />
  )
}
