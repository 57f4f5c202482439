import { Suspense, useMemo, useState } from 'react'
import { screenPart } from '../../lib/parts/late-part.js'
import { TrackLine } from '../../map/layers/track-line.js'
import { useComparedTracks } from './compare/use-compared-tracks.js'
import { TripBar } from './components/trip-bar.js'
import { useOtherTracks } from './use-other-tracks.js'
import { useTripAddress } from './use-trip-address.js'
import { useTripOfMoment } from './use-trip-of-moment.js'
import { useTripOnMap } from './use-trip-playback.js'
import { useTripPreview } from './use-trip-preview.js'

/** Loaded when a drawer is opened for the first time, because the map can be shown without it. */
const TripsPanel = screenPart(async () => (await import('./components/trips-panel.js')).TripsPanel)
const CompareVehicles = screenPart(async () => (await import('./compare/compare-vehicles.js')).CompareVehicles)
const CompareLegend = screenPart(async () => (await import('./compare/compare-vehicles.js')).CompareLegend)

const NONE: readonly number[] = []

/** Returns the line of one trip of a vehicle, in the form that a map takes. */
export function useTripLine(entityId: number | undefined, tripId: number | undefined) {
  const { track, head } = useTripOnMap(entityId, tripId)
  return { id: tripId, places: track?.places, layers: <TrackLine selected={track} head={head} /> }
}

/**
 * Returns a vehicle's trips for display beside a map: their list, the line of the selected trip with those of the same day,
 * and the playback.
 */
export function useTripsOnMap(entityId: number | undefined) {
  const address = useTripAddress()
  const { range, setRange, tripId, selectTrip, beside, setBeside } = address
  useTripOfMoment(entityId, address)
  const compared = useMemo(
    () => (entityId === undefined || beside.length === 0 ? NONE : [...new Set([entityId, ...beside])]),
    [entityId, beside],
  )
  const comparedTracks = useComparedTracks(compared, range)
  const trip = useTripOnMap(entityId, tripId, address.at)
  const others = useOtherTracks(entityId, tripId, range)
  const [pointed, setPointed] = useState<number>()
  const preview = useTripPreview(entityId, pointed === tripId ? undefined : pointed)
  const thin = useMemo(() => (preview ? [...others, preview] : others), [others, preview])
  return {
    panelOf: (id: number) => (
      <Suspense>
        <TripsPanel
          entityId={id}
          range={range}
          onRangeChange={setRange}
          selectedTripId={tripId}
          onSelectTrip={selectTrip}
          onPointTrip={setPointed}
          tools={<CompareVehicles entityId={id} others={beside} onChange={setBeside} />}
          legend={compared.length > 0 && <CompareLegend entityIds={compared} />}
        />
      </Suspense>
    ),
    trip: {
      id: tripId,
      places: trip.track?.places,
      followed: trip.followed,
      layers: <TrackLine selected={trip.track} others={thin} compared={comparedTracks} head={trip.head} />,
      bar: tripId !== undefined && <TripBar trip={trip} onClose={() => selectTrip(undefined)} />,
    },
  }
}
