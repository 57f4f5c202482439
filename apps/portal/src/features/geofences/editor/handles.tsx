import L from 'leaflet'
import { useMemo, useRef } from 'react'
import type { Place } from '../../../lib/place.js'
import { mapPalette, TRIP_COLOUR } from '../../../map/map-palette.js'
import { PlaceMarker } from '../../../map/placed.js'
import { useMapMode } from '../../../map/use-map-mode.js'

/** Radius of a handle by its purpose. */
const RADIUS_PX = { point: 8, selected: 11, reach: 8, between: 6 } as const
/** Size in px of the touch area around a handle. */
const TOUCH_PX = 32

interface HandleProps {
  kind: keyof typeof RADIUS_PX
  point: Place
  label: string
  opacity?: number
  onDrag: (point: Place) => void
  onMove: (point: Place) => void
  onPress?: () => void
}

/** Rounds a map position to about ten centimetres. */
export const rounded = ({ lat, lng }: L.LatLng): Place => ({
  latitude: Math.round(lat * 1e6) / 1e6,
  longitude: Math.round(lng * 1e6) / 1e6,
})

function iconOf(kind: keyof typeof RADIUS_PX, surface: string): L.DivIcon {
  const half = TOUCH_PX / 2
  const circle = (radius: number, fill: string, stroke: string) =>
    `<circle cx="${half}" cy="${half}" r="${radius}" fill="${fill}" stroke="${stroke}" stroke-width="2"/>`
  const isFilled = kind === 'point' || kind === 'selected'
  const [fill, stroke] = isFilled ? [TRIP_COLOUR, surface] : [surface, TRIP_COLOUR]
  const ring = kind === 'selected' ? circle(RADIUS_PX.selected + 3, 'none', TRIP_COLOUR) : ''
  return L.divIcon({
    className: '',
    iconSize: [TOUCH_PX, TOUCH_PX],
    html: `<svg width="${TOUCH_PX}" height="${TOUCH_PX}" aria-hidden="true">${ring}${circle(RADIUS_PX[kind], fill, stroke)}</svg>`,
  })
}

/** Point of a geofence that can be dragged and pressed. */
export function Handle({ kind, point, label, opacity = 1, onDrag, onMove, onPress }: HandleProps) {
  const { surface } = mapPalette(useMapMode())
  const marker = useRef<L.Marker>(null)
  const icon = useMemo(() => iconOf(kind, surface), [kind, surface])
  const here = () => {
    const moved = marker.current?.getLatLng()
    return moved && rounded(moved.wrap())
  }
  return (
    <PlaceMarker
      ref={marker}
      place={point}
      icon={icon}
      opacity={opacity}
      pane="selected"
      draggable
      // Handles are not in the tab order. Keyboard users change points in the field beside the map.
      keyboard={false}
      alt={label}
      title={label}
      eventHandlers={{
        drag: () => {
          const moved = here()
          if (moved) onDrag(moved)
        },
        dragend: () => {
          const moved = here()
          if (moved) onMove(moved)
        },
        click: () => onPress?.(),
      }}
    />
  )
}
