import { useMemo, useState } from 'react'
import { TrackLine } from '../../map/layers/track-line.js'
import { CompareLegend, CompareVehicles } from './compare/compare-vehicles.js'
import { useComparedTracks } from './compare/use-compared-tracks.js'
import { TripBar } from './components/trip-bar.js'
import { TripsPanel } from './components/trips-panel.js'
import { useOtherTracks } from './use-other-tracks.js'
import { useTripAddress } from './use-trip-address.js'
import { useTripOnMap } from './use-trip-playback.js'
import { useTripPreview } from './use-trip-preview.js'

const NONE: readonly number[] = []

/** The line of one trip of a vehicle, as a map takes it. */
export function useTripLine(entityId: number | undefined, tripId: number | undefined) {
  const { track, head } = useTripOnMap(entityId, tripId)
  return { id: tripId, places: track?.places, layers: <TrackLine selected={track} head={head} /> }
}

/** The trips of a vehicle beside a map: their list, the line of the selected one among those of its day, and its playback. */
export function useTripsOnMap(entityId: number | undefined) {
  const { range, setRange, tripId, selectTrip, beside, setBeside } = useTripAddress()
  const compared = useMemo(
    () => (entityId === undefined || beside.length === 0 ? NONE : [...new Set([entityId, ...beside])]),
    [entityId, beside],
  )
  const comparedTracks = useComparedTracks(compared, range)
  const trip = useTripOnMap(entityId, tripId)
  const others = useOtherTracks(entityId, tripId, range)
  const [pointed, setPointed] = useState<number>()
  const preview = useTripPreview(entityId, pointed === tripId ? undefined : pointed)
  const thin = useMemo(() => (preview ? [...others, preview] : others), [others, preview])
  return {
    panelOf: (id: number) => (
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
