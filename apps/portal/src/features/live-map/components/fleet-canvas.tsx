import type { Map as LeafletMap } from 'leaflet'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { PositionsStore } from '../../../live/positions-store.js'
import { EntityMarkers } from '../../../map/layers/entity-markers.js'
import { MapView } from '../../../map/map-view.js'
import type { FleetMarker } from '../fleet.js'
import { useSelectedFacts } from '../use-selected-facts.js'
import type { MapLayerChoice } from './map-controls.js'
import { MarkerList } from './marker-list.js'

interface FleetCanvasProps {
  layers: MapLayerChoice
  positions: PositionsStore
  markers: ReadonlyMap<number, FleetMarker>
  /** Markers that pass the filter. */
  shown: ReadonlyMap<number, FleetMarker>
  selectedId: number | undefined
  highlightedId: number | undefined
  /** True while a trip of the selected vehicle is shown. Other vehicles are then dimmed. */
  isOnTrip: boolean
  onHighlight: (entityId: number | undefined) => void
  onPress: (entityId: number) => void
  onReady: (map: LeafletMap) => void
  /** Layers below the vehicles. */
  children?: ReactNode
}

/** Map with vehicles, drawn on a canvas and also listed as buttons for keyboard and screen reader. */
export function FleetCanvas(props: FleetCanvasProps) {
  const { layers, positions, markers, shown, selectedId, highlightedId, isOnTrip, onHighlight, onPress, onReady, children } =
    props
  const { t } = useTranslation('map')
  const [settledIds, setSettledIds] = useState<readonly number[]>([])
  const facts = useSelectedFacts(selectedId === undefined ? undefined : markers.get(selectedId), positions)
  return (
    <>
      <MapView label={t('label')} hasTiles={layers.hasTiles} onReady={onReady}>
        {children}
        <EntityMarkers
          positions={positions}
          markers={shown}
          hasLabels={layers.hasLabels}
          selectedId={selectedId}
          selectedFacts={facts}
          highlightedId={highlightedId}
          areOthersFaded={isOnTrip}
          onSelect={onPress}
          onSettle={setSettledIds}
        />
      </MapView>
      <MarkerList markers={markers} ids={settledIds} positions={positions} onHighlight={onHighlight} onPress={onPress} />
    </>
  )
}
