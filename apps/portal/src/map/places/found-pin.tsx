import L from 'leaflet'
import { useMemo } from 'react'
import { Tooltip } from 'react-leaflet'
import { mapPalette, TRIP_COLOUR } from '../map-palette.js'
import { PlaceMarker } from '../placed.js'
import { useMapMode } from '../use-map-mode.js'
import type { NamedPlace } from './use-places.js'

const WIDTH_PX = 26
const HEIGHT_PX = 34

/** Pin with name at a place that the user searched for. The pin ignores presses, so that the user can draw below it. */
export function FoundPin({ place }: { place: NamedPlace }) {
  const { surface } = mapPalette(useMapMode())
  const icon = useMemo(
    () =>
      L.divIcon({
        className: '',
        iconSize: [WIDTH_PX, HEIGHT_PX],
        iconAnchor: [WIDTH_PX / 2, HEIGHT_PX],
        html: `<svg width="${WIDTH_PX}" height="${HEIGHT_PX}" viewBox="0 0 26 34" aria-hidden="true"><path d="M13 33C13 33 24 20.5 24 12.5A11 11 0 0 0 2 12.5C2 20.5 13 33 13 33Z" fill="${TRIP_COLOUR}" stroke="${surface}" stroke-width="2"/><circle cx="13" cy="12.5" r="4" fill="${surface}"/></svg>`,
      }),
    [surface],
  )
  return (
    <PlaceMarker place={place} icon={icon} pane="selected" interactive={false} keyboard={false} alt={place.name}>
      <Tooltip permanent className="found-place" direction="top" offset={[0, -HEIGHT_PX]}>
        <bdi>{place.name}</bdi>
      </Tooltip>
    </PlaceMarker>
  )
}
