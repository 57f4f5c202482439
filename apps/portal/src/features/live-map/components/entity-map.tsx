import Box from '@mui/material/Box'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place } from '../../../lib/place.js'
import type { PositionsStore } from '../../../live/positions-store.js'
import { SwitchedGeofences } from '../../../map/geofences/geofences-shown.js'
import { EntityMarkers } from '../../../map/layers/entity-markers.js'
import { MapView } from '../../../map/map-view.js'
import { MapCamera } from '../map-camera.js'
import type { Entity } from '../queries/entity-query.js'
import { type ShownTrip, useFitTrip } from '../use-fit-trip.js'
import { useSelectedFacts } from '../use-selected-facts.js'

interface EntityMapProps {
  entity: Entity
  positions: PositionsStore
  /** Last known place. */
  place: Place | undefined
  trip: ShownTrip
}

/** Map of this one vehicle. */
export function EntityMap({ entity, positions, place, trip }: EntityMapProps) {
  const { t } = useTranslation('map')
  const [camera, setCamera] = useState<MapCamera>()
  const { id, name, short_name: shortName, lifecycle } = entity
  const marker = useMemo(() => ({ entityId: id, label: shortName ?? name, name, lifecycle }), [id, name, shortName, lifecycle])
  const markers = useMemo(() => new Map([[id, marker]]), [id, marker])
  const facts = useSelectedFacts(marker, positions)
  const isKnown = place !== undefined
  // Uses the place from the API until the live connection reports one.
  const seen = useRef(place)
  useEffect(() => {
    seen.current = place
  })
  const hasBar = Boolean(trip.bar)
  useEffect(() => camera?.setInsets({ top: 32, right: 32, bottom: hasBar ? 112 : 40, left: 32 }), [camera, hasBar])
  useFitTrip(camera, trip)
  useEffect(() => {
    const known = positions.get(id)?.place ?? seen.current
    if (camera && isKnown && known) camera.show(known, true)
  }, [camera, positions, id, isKnown])
  return (
    <>
      <MapView label={t('label')} begin={place} onReady={(map) => setCamera((before) => before ?? new MapCamera(map))}>
        <SwitchedGeofences />
        {trip.layers}
        <EntityMarkers positions={positions} markers={markers} selectedId={id} selectedFacts={facts} />
      </MapView>
      {hasBar && <Box sx={{ position: 'absolute', insetInline: 16, bottom: 36, zIndex: 810 }}>{trip.bar}</Box>}
    </>
  )
}
