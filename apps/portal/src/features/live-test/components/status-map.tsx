import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import type { Map as LeafletMap } from 'leaflet'
import { Lock, MapPin, MapPinOff } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CircleMarker } from 'react-leaflet'
import { useQuery } from '@tanstack/react-query'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { toPlace } from '../../../map/coordinates.js'
import { TrackLine } from '../../../map/layers/track-line.js'
import { mapPalette } from '../../../map/map-palette.js'
import { MapView } from '../../../map/map-view.js'
import { useMapMode } from '../../../map/use-map-mode.js'
import { deviceTripQuery } from '../queries/device-queries.js'
import type { DeviceWatch } from '../use-device-watch.js'

const START = { center: [50.2, 9.2] as [number, number], zoom: 5 }
const CLOSE_ZOOM = 15

/** Where the tracker is, with one of today's trips; nothing at all while the location is hidden. */
export function StatusMap({ watch, tripId }: { watch: DeviceWatch; tripId: number | undefined }) {
  const { t } = useTranslation(['liveTest', 'map'])
  const { tiles } = useRuntimeConfig()
  const mode = useMapMode()
  const [map, setMap] = useState<LeafletMap>()
  const { place, isHidden, imei, status } = watch
  const { data: trip } = useQuery({ ...deviceTripQuery(imei, tripId ?? 0), enabled: tripId !== undefined && !isHidden })
  const track = useMemo(() => {
    const places = (trip?.waypoints ?? []).flatMap(({ latitude, longitude }) => toPlace(latitude, longitude) ?? [])
    return places.length > 1 ? { places, isOpen: trip?.is_open ?? false } : undefined
  }, [trip])
  const hasPlace = place !== undefined
  useEffect(() => {
    if (map && place) map.setView([place.latitude, place.longitude], Math.max(map.getZoom(), CLOSE_ZOOM), { animate: hasPlace })
  }, [map, place, hasPlace])
  useEffect(() => {
    if (map && track)
      map.fitBounds(
        track.places.map(({ latitude, longitude }) => [latitude, longitude]),
        { padding: [32, 32] },
      )
  }, [map, track])
  const palette = mapPalette(mode)
  return (
    <Paper
      variant="outlined"
      sx={{ position: 'relative', height: { xs: 220, md: 300 }, borderRadius: '10px', overflow: 'hidden' }}
    >
      {!isHidden && (
        <MapView
          mode={mode}
          tiles={{ url: tiles.url, attribution: tiles.attribution, maxZoom: tiles.max_zoom }}
          start={START}
          label={t('map.label')}
          onReady={(ready) => setMap((held) => held ?? ready)}
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
      )}
      {isHidden ? (
        <Note icon={<Lock size={20} strokeWidth={1.75} aria-hidden />} text={t('map:hidden.title')} />
      ) : (
        status && !hasPlace && <Note icon={<MapPinOff size={20} strokeWidth={1.75} aria-hidden />} text={t('map.none')} />
      )}
      {hasPlace && status?.position?.address && (
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
          <MapPin size={16} strokeWidth={1.75} aria-hidden style={{ flex: 'none' }} />
          {status.position.address}
        </Box>
      )}
    </Paper>
  )
}

function Note({ icon, text }: { icon: React.ReactNode; text: string }) {
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
