import { useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router'
import { FleetMap } from '../../features/live-map/components/fleet-map.js'
import { findByAddress, useFleet } from '../../features/live-map/use-fleet.js'
import { TripBar } from '../../features/trips/components/trip-bar.js'
import { TripsPanel } from '../../features/trips/components/trips-panel.js'
import { useOtherTracks } from '../../features/trips/use-other-tracks.js'
import { useTripAddress } from '../../features/trips/use-trip-address.js'
import { useTripOnMap } from '../../features/trips/use-trip-playback.js'
import { useAddress } from '../../lib/screen-address.js'
import { useLiveSession, useLiveUpdates } from '../../live/use-live-session.js'
import { useMapMode } from '../../map/use-map-mode.js'
import { TrackLine } from '../../map/layers/track-line.js'
import { usePageTitle } from '../../components/page.js'
import { onMap, PATHS } from '../../lib/paths.js'

/** The fleet on the map. The address names the selected vehicle, its trip and the range of days. */
export function Component() {
  const { t } = useTranslation('map')
  usePageTitle(t('screen.title'))
  const { imei } = useParams()
  const navigate = useNavigate()
  const session = useLiveSession()
  const liveState = useLiveUpdates(session, 'map')
  const reading = useFleet(session.positions)
  const { markers } = reading
  const byId = useAddress().id('entity')
  const selectedId = useMemo(() => findByAddress(markers, imei, byId)?.entityId, [markers, imei, byId])
  const { range, setRange, tripId, selectTrip } = useTripAddress()
  const trip = useTripOnMap(selectedId, tripId)
  const others = useOtherTracks(selectedId, tripId, range)
  const mode = useMapMode()

  const select = useCallback(
    (entityId: number | undefined) => {
      const chosen = entityId === undefined ? undefined : markers.get(entityId)
      void navigate(chosen ? onMap({ id: chosen.entityId, imei: chosen.imei }) : PATHS.map)
    },
    [markers, navigate],
  )
  return (
    <FleetMap
      session={session}
      liveState={liveState}
      reading={reading}
      selectedId={selectedId}
      onSelect={select}
      pagePathOf={(entityId) => `${PATHS.entityStatus}/${entityId}`}
      renderTrips={(entityId) => (
        <TripsPanel
          entityId={entityId}
          range={range}
          onRangeChange={setRange}
          selectedTripId={tripId}
          onSelectTrip={selectTrip}
        />
      )}
      tripLayers={<TrackLine mode={mode} selected={trip.track} others={others} head={trip.head} />}
      tripId={tripId}
      tripPlaces={trip.track?.places}
      bottomBar={tripId !== undefined && <TripBar trip={trip} onClose={() => selectTrip(undefined)} />}
    />
  )
}
