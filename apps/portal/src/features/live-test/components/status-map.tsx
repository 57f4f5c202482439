import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { Map as LeafletMap } from 'leaflet'
import { Lock, MapPin, MapPinOff } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CircleMarker } from 'react-leaflet'
import { useQuery } from '@tanstack/react-query'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { type Place, toPlace } from '../../../lib/place.js'
import { TrackLine } from '../../../map/layers/track-line.js'
import { mapPalette } from '../../../map/map-palette.js'
import { MapView } from '../../../map/map-view.js'
import { useMapMode } from '../../../map/use-map-mode.js'
import { deviceTripQuery } from '../queries/device-queries.js'
import type { DeviceWatch } from '../use-device-watch.js'

const START = { center: [50.2, 9.2] as [number, number], zoom: 5 }
const CLOSE_ZOOM = 15

interface StatusMapProps {
  watch: DeviceWatch
  tripId: number | undefined
  /** Somebody chose the trip: the whole of it is shown, and the tracker is not followed. */
  isChosen: boolean
}

/** Where the tracker is, with one of today's trips; nothing at all while the location is hidden. */
export function StatusMap({ watch, tripId, isChosen }: StatusMapProps) {
  const { t } = useTranslation(['liveTest', 'map'])
  const { place, isHidden, status } = watch
  const address = status?.position?.address
  return (
    <Paper
      variant="outlined"
      sx={{ position: 'relative', height: { xs: 220, md: 300 }, borderRadius: '10px', overflow: 'hidden' }}
    >
      {isHidden ? (
        <Note icon={<Lock size={20} />} text={t('map:hidden.title')} />
      ) : (
        <PlaceMap imei={watch.imei} place={place} tripId={tripId} isChosen={isChosen} />
      )}
      {!isHidden && status && !place && <Note icon={<MapPinOff size={20} />} text={t('map.none')} />}
      {place && address && (
        <Box
          sx={{
            position: 'absolute',
            insetInline: 12,
            bottom: 28,
            zIndex: 800,
            display: 'flex',
            alignItems: 'center',
            gap: 1,
            px: 1.5,
            py: 1,
            borderRadius: '8px',
            bgcolor: 'surface.raised',
            boxShadow: 'var(--mui-palette-lift-pop)',
            fontSize: 13,
            fontWeight: 500,
          }}
        >
          <MapPin />
          {address}
        </Box>
      )}
    </Paper>
  )
}

interface PlaceMapProps {
  imei: string
  place: Place | undefined
  tripId: number | undefined
  isChosen: boolean
}

function PlaceMap({ imei, place, tripId, isChosen }: PlaceMapProps) {
  const { t } = useTranslation('liveTest')
  const { tiles } = useRuntimeConfig()
  const mode = useMapMode()
  const [map, setMap] = useState<LeafletMap>()
  const { data: trip } = useQuery({ ...deviceTripQuery(imei, tripId ?? 0), enabled: tripId !== undefined })
  const track = useMemo(() => {
    const places = (trip?.waypoints ?? []).flatMap(({ latitude, longitude }) => toPlace(latitude, longitude) ?? [])
    return places.length > 1 ? { places, isOpen: trip?.is_open ?? false } : undefined
  }, [trip])
  const { latitude, longitude } = place ?? {}
  useEffect(() => {
    if (!map || isChosen || latitude === undefined || longitude === undefined) return
    map.setView([latitude, longitude], Math.max(map.getZoom(), CLOSE_ZOOM))
  }, [map, isChosen, latitude, longitude])
  useEffect(() => {
    if (!map || !isChosen || !track) return
    map.fitBounds(
      track.places.map((one) => [one.latitude, one.longitude]),
      { padding: [32, 32] },
    )
  }, [map, isChosen, track])
  const palette = mapPalette(mode)
  return (
    <MapView
      mode={mode}
      tiles={{ url: tiles.url, attribution: tiles.attribution, maxZoom: tiles.max_zoom }}
      start={START}
      label={t('map.label')}
      onReady={useCallback((ready: LeafletMap) => setMap((held) => held ?? ready), [])}
    >
      <TrackLine mode={mode} selected={track} />
      {place && (
        <CircleMarker
          center={[place.latitude, place.longitude]}
          pane="selected"
          radius={9}
          pathOptions={{ color: palette.surface, weight: 3, fillColor: palette.states.moving, fillOpacity: 1 }}
        />
      )}
    </MapView>
  )
}

function Note({ icon, text }: { icon: ReactNode; text: string }) {
  return (
    <Box
      sx={{
        position: 'absolute',
        inset: 0,
        zIndex: 805,
        display: 'grid',
        placeContent: 'center',
        justifyItems: 'center',
        gap: 1,
        p: 2,
        textAlign: 'center',
        bgcolor: 'surface.subtle',
        color: 'text.secondary',
      }}
    >
      {icon}
      {text}
    </Box>
  )
}
