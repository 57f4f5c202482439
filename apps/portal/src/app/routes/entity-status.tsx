import { useTranslation } from 'react-i18next'
import { useParams } from 'react-router'
import { EntityPage } from '../../features/live-map/components/entity-page.js'
import { TripBar } from '../../features/trips/components/trip-bar.js'
import { TripsPanel } from '../../features/trips/components/trips-panel.js'
import { useOtherTracks } from '../../features/trips/use-other-tracks.js'
import { useTripAddress } from '../../features/trips/use-trip-address.js'
import { useTripOnMap } from '../../features/trips/use-trip-playback.js'
import { useLiveSession, useLiveUpdates } from '../../live/use-live-session.js'
import { TrackLine } from '../../map/layers/track-line.js'
import { useMapMode } from '../../map/use-map-mode.js'
import { usePageTitle } from '../../components/page.js'
import { onMap } from '../../lib/paths.js'

/** One vehicle by its id: map, trips and information side by side (G-11). */
export function Component() {
  const { t } = useTranslation('map')
  usePageTitle(t('statusScreen.title'))
  const entityId = Number(useParams().id)
  const session = useLiveSession()
  const liveState = useLiveUpdates(session, 'map', entityId)
  const { range, setRange, tripId, selectTrip } = useTripAddress()
  const trip = useTripOnMap(entityId, tripId)
  const others = useOtherTracks(entityId, tripId, range)
  const mode = useMapMode()
  return (
    <EntityPage
      entityId={entityId}
      session={session}
      liveState={liveState}
      fleetPathOf={(imei) => onMap({ id: entityId, imei })}
      trips={
        <TripsPanel
          entityId={entityId}
          range={range}
          onRangeChange={setRange}
          selectedTripId={tripId}
          onSelectTrip={selectTrip}
        />
      }
      tripLayers={<TrackLine mode={mode} selected={trip.track} others={others} head={trip.head} />}
      tripId={tripId}
      tripPlaces={trip.track?.places}
      bottomBar={tripId !== undefined && <TripBar trip={trip} onClose={() => selectTrip(undefined)} />}
    />
  )
}
