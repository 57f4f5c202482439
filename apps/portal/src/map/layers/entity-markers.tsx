import { useEffect, useRef, useState } from 'react'
import { useMap } from 'react-leaflet'
import type { PositionsStore } from '../../live/positions-store.js'
import { useSameDay } from '../use-same-day.js'
import { mapPalette } from '../map-palette.js'
import { prefersStillness } from '../motion.js'
import { useMapMode } from '../use-map-mode.js'
import { createClusterService } from './cluster-service.js'
import { EntityMarkerLayer } from './entity-marker-layer.js'
import type { MapMarker } from './marker-painter.js'
import type { SelectedFacts } from './selected-marker.js'
import { Sprites } from './sprites.js'

interface EntityMarkersProps {
  positions: PositionsStore
  /** Vehicles to show. The map must be a new object when the filter changes. */
  markers: ReadonlyMap<number, MapMarker>
  /** Shows names beside the vehicles from LABEL_ZOOM on. */
  hasLabels?: boolean
  selectedId: number | undefined
  selectedFacts: SelectedFacts | undefined
  highlightedId?: number
  /** Fades the other vehicles while a trip of the selected one is shown. */
  areOthersFaded?: boolean
  /** Called when a vehicle is pressed. Omitted if vehicles cannot be selected. */
  onSelect?: (entityId: number) => void
  /** Receives the individually drawn vehicles after the view has settled. */
  onSettle?: (entityIds: readonly number[]) => void
}

/** All vehicles of the fleet on one canvas, without an element or React component per vehicle. */
export function EntityMarkers(props: EntityMarkersProps) {
  const { positions, markers, hasLabels = true, selectedId, selectedFacts, highlightedId, areOthersFaded = false } = props
  const mode = useMapMode()
  const isSameDay = useSameDay()
  const map = useMap()
  const handlers = useRef(props)
  useEffect(() => {
    handlers.current = props
  })
  const [layer, setLayer] = useState<EntityMarkerLayer>()
  useEffect(() => {
    const clusters = createClusterService()
    const sprites = new Sprites(mapPalette(mode), Math.min(2, window.devicePixelRatio || 1))
    const events = {
      onSelect: (entityId: number) => handlers.current.onSelect?.(entityId),
      onSettle: (entityIds: readonly number[]) => handlers.current.onSettle?.(entityIds),
    }
    const created = new EntityMarkerLayer(positions, clusters, events, sprites, isSameDay, prefersStillness)
    created.addTo(map)
    setLayer(created)
    return () => {
      created.remove()
      clusters.close()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- another theme or zone repaints the layer and creates no new one
  }, [map, positions])
  useEffect(() => layer?.setPalette(mapPalette(mode)), [layer, mode])
  useEffect(() => layer?.setDays(isSameDay), [layer, isSameDay])
  useEffect(() => layer?.setMarkers(markers), [layer, markers])
  useEffect(() => layer?.setLabels(hasLabels), [layer, hasLabels])
  useEffect(() => layer?.select(selectedId), [layer, selectedId])
  useEffect(() => layer?.describeSelected(selectedFacts), [layer, selectedFacts])
  useEffect(() => layer?.highlight(highlightedId), [layer, highlightedId])
  useEffect(() => layer?.fadeOthers(areOthersFaded), [layer, areOthersFaded])
  return null
}
