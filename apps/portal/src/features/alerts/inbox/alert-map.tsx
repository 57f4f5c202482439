import { styled } from '@mui/material/styles'
import { useMemo } from 'react'
import type { components } from '../../../lib/api/schema.js'
import type { Place } from '../../../lib/place.js'
import { boundsOf } from '../../../map/coordinates.js'
import { drawnOf } from '../../../map/drawn-area.js'
import { GeofenceAreas } from '../../../map/geofences/geofences-on-map.js'
import { mapPalette } from '../../../map/map-palette.js'
import { MapView } from '../../../map/map-view.js'
import { PlaceDot } from '../../../map/placed.js'
import { useMapMode } from '../../../map/use-map-mode.js'
import { vars } from '../../../theme/components/vars.js'

type Geofence = components['schemas']['Geofence']

const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 220,
  overflow: 'hidden',
  borderRadius: 10,
  border: `1px solid ${vars(theme).divider}`,
}))

interface AlertMapProps {
  label: string
  place: Place
  /** Undefined if the alert has no geofence, or if the geofence no longer exists. */
  geofence: Geofence | undefined
}

/** Map with the place of an alert and its geofence. */
export function AlertMap({ label, place, geofence }: AlertMapProps) {
  const palette = mapPalette(useMapMode())
  const areas = useMemo(() => geofence && [{ id: geofence.id, name: geofence.name, ...drawnOf(geofence) }], [geofence])
  return (
    <Frame>
      <MapView label={label} {...(geofence ? { beginWith: cornersOf(place, geofence) } : { begin: place })}>
        <GeofenceAreas areas={areas} />
        <PlaceDot
          place={place}
          radius={8}
          pane="selected"
          interactive={false}
          pathOptions={{ color: palette.surface, weight: 2, fillColor: palette.states.missing, fillOpacity: 1 }}
        />
      </MapView>
    </Frame>
  )
}

/** Returns the corners of a box around the geofence and the place. */
const cornersOf = (place: Place, { south, north, west, east }: Geofence) =>
  boundsOf([place, { latitude: south, longitude: west }, { latitude: north, longitude: east }])
