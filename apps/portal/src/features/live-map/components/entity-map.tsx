import Box from '@mui/material/Box'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import type { LiveSession } from '../../../live/live-session.js'
import type { Place } from '../../../lib/place.js'
import { EntityMarkers } from '../../../map/layers/entity-markers.js'
import { MapView } from '../../../map/map-view.js'
import { useMapMode } from '../../../map/use-map-mode.js'
import { MapCamera } from '../map-camera.js'
import type { Entity } from '../queries/entity-query.js'
import { useFitTrip } from '../use-fit-trip.js'
import { useSelectedFacts } from '../use-selected-facts.js'

interface EntityMapProps {
  entity: Entity
  session: LiveSession
  /** Where it is, as far as known. */
  place: Place | undefined
  tripLayers?: ReactNode
  tripId?: number
  tripPlaces?: readonly Place[]
  bottomBar?: ReactNode
}

/** The map with this one vehicle. */
export function EntityMap({ entity, session, place, tripLayers, tripId, tripPlaces, bottomBar }: EntityMapProps) {
  const { t } = useTranslation('map')
  const { tiles } = useRuntimeConfig()
  const mode = useMapMode()
  const [camera, setCamera] = useState<MapCamera>()
  const markers = useMemo(
    () =>
      new Map([
        [
          entity.id,
          { entityId: entity.id, label: entity.short_name ?? entity.name, name: entity.name, lifecycle: entity.lifecycle },
        ],
      ]),
    [entity],
  )
  const facts = useSelectedFacts(markers.get(entity.id), session.positions)
  const isKnown = place !== undefined
  useEffect(() => {
    if (!camera) return
    camera.setInsets({ top: 32, right: 32, bottom: bottomBar ? 112 : 40, left: 32 })
  }, [camera, bottomBar])
  useFitTrip(camera, tripId, tripPlaces)
  useEffect(() => {
    const known = session.positions.get(entity.id)?.place
    if (camera && isKnown && known) camera.show(known, true)
  }, [camera, session, entity.id, isKnown])
  return (
    <>
      <MapView
        mode={mode}
        tiles={{ url: tiles.url, attribution: tiles.attribution, maxZoom: tiles.max_zoom }}
        start={START}
        label={t('label')}
        onReady={(map) => setCamera((before) => before ?? new MapCamera(map))}
      >
        {tripLayers}
        <EntityMarkers
          mode={mode}
          positions={session.positions}
          markers={markers}
          selectedId={entity.id}
          selectedFacts={facts}
          highlightedId={undefined}
          onSelect={() => undefined}
        />
      </MapView>
      {bottomBar && <Box sx={{ position: 'absolute', insetInline: 16, bottom: 36, zIndex: 810 }}>{bottomBar}</Box>}
    </>
  )
}

const START = { center: [50.2, 9.2] as [number, number], zoom: 5 }
