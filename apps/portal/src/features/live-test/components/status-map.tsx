import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import type { Map as LeafletMap } from 'leaflet'
import { Lock, MapPin, MapPinOff } from 'lucide-react'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { Fill, Row } from '../../../components/layout/layout.js'
import { onMap } from '../../../lib/paths.js'
import { toPlaces } from '../../../lib/place.js'
import { usePermission } from '../../../lib/session/session.js'
import { boundsOf, toLatLngNear } from '../../../map/coordinates.js'
import { SwitchedGeofences } from '../../../map/geofences/geofences-shown.js'
import { TrackLine } from '../../../map/layers/track-line.js'
import { mapPalette } from '../../../map/map-palette.js'
import { MapView } from '../../../map/map-view.js'
import { PlaceMarker } from '../../../map/placed.js'
import { signOf } from '../../../map/seen-map.js'
import { useMapMode } from '../../../map/use-map-mode.js'
import { vars } from '../../../theme/components/vars.js'
import { deviceTripQuery } from '../queries/device-queries.js'
import type { DeviceWatch } from '../use-device-watch.js'

const CLOSE_ZOOM = 15

interface StatusMapProps {
  watch: DeviceWatch
  tripId: number | undefined
  /** True if the user chose the trip. Then the whole trip is shown and the tracker is not followed. */
  isChosen: boolean
}

/** Map of the tracker with one of today's trips. A notice replaces it while the location is hidden. */
export function StatusMap(props: StatusMapProps) {
  const { t } = useTranslation(['liveTest', 'map'])
  const { place, isHidden, status, imei } = props.watch
  const address = status?.position?.address
  const seesMap = usePermission('read:map')
  const entityId = seesMap ? (status?.entity_id ?? undefined) : undefined
  return (
    <Frame>
      {!isHidden && <PlaceMap {...props} />}
      {isHidden && (
        <Cover>
          <Lock size={20} />
          {t('map:hidden.title')}
        </Cover>
      )}
      {!isHidden && status && !place && (
        <Cover>
          <MapPinOff size={20} />
          {t('map.none')}
        </Cover>
      )}
      {place && (address || entityId !== undefined) && (
        <Address ground="floating" pad={[1, 1.5]} weight="medium">
          <MapPin />
          <Fill>{address}</Fill>
          {entityId !== undefined && (
            <Link component={RouterLink} to={onMap({ id: entityId, imei })} sx={{ flex: 'none', fontWeight: 600 }}>
              {t('map.open')}
            </Link>
          )}
        </Address>
      )}
    </Frame>
  )
}

const Frame = styled(Paper)(({ theme }) => ({
  position: 'relative',
  height: 220,
  overflow: 'hidden',
  [theme.breakpoints.up('md')]: { height: 300 },
}))
const Address = styled(Row)({ position: 'absolute', insetInline: 12, bottom: 28, zIndex: 800 })
/** Shown in place of the map. */
const Cover = styled('div')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  zIndex: 805,
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  gap: theme.spacing(1),
  padding: theme.spacing(2),
  textAlign: 'center',
  color: vars(theme).text.secondary,
  backgroundColor: vars(theme).surface.subtle,
}))

function PlaceMap({ watch: { imei, place, network, speedKph = 0, heading = 0 }, tripId, isChosen }: StatusMapProps) {
  const { t } = useTranslation('liveTest')
  const mode = useMapMode()
  const [map, setMap] = useState<LeafletMap>()
  const { data: trip } = useQuery({ ...deviceTripQuery(imei, tripId ?? 0), enabled: tripId !== undefined })
  const track = useMemo(() => {
    const places = toPlaces(trip?.waypoints ?? [])
    return places.length > 1 ? { places, isOpen: trip?.is_open ?? false } : undefined
  }, [trip])
  const { latitude, longitude } = place ?? {}
  useEffect(() => {
    if (!map || isChosen || latitude === undefined || longitude === undefined) return
    map.setView(toLatLngNear({ latitude, longitude }, map.getCenter().lng), Math.max(map.getZoom(), CLOSE_ZOOM))
  }, [map, isChosen, latitude, longitude])
  useEffect(() => {
    const corners = isChosen && track && boundsOf(track.places)
    if (map && corners) map.fitBounds(corners, { padding: [32, 32] })
  }, [map, isChosen, track])
  const isMoving = network === 'connected' && speedKph > 0
  const sign = useMemo(() => signOf(mapPalette(mode), isMoving ? 'moving' : 'idle', heading), [mode, isMoving, heading])
  return (
    <MapView label={t('map.label')} onReady={useCallback((ready: LeafletMap) => setMap((held) => held ?? ready), [])}>
      <SwitchedGeofences />
      <TrackLine selected={track} />
      {place && <PlaceMarker place={place} icon={sign} pane="selected" interactive={false} keyboard={false} />}
    </MapView>
  )
}
