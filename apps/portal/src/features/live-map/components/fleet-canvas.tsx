import type { Map as LeafletMap } from 'leaflet'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import type { PositionsStore } from '../../../live/positions-store.js'
import { EntityMarkers } from '../../../map/layers/entity-markers.js'
import { MapView } from '../../../map/map-view.js'
import { useMapMode } from '../../../map/use-map-mode.js'
import type { FleetMarker } from '../fleet.js'
import { useSelectedFacts } from '../use-selected-facts.js'
import type { MapLayerChoice } from './map-controls.js'
import { MarkerList } from './marker-list.js'

/** Before anything is known: the middle of Europe. */
const START = { center: [50.2, 9.2] as [number, number], zoom: 5 }

export interface FleetCanvasProps {
  layers: MapLayerChoice
  positions: PositionsStore
  markers: ReadonlyMap<number, FleetMarker>
  /** Those of the markers that the filter leaves. */
  shown: ReadonlyMap<number, FleetMarker>
  selectedId: number | undefined
  highlightedId: number | undefined
  onHighlight: (entityId: number | undefined) => void
  onPress: (entityId: number) => void
  onReady: (map: LeafletMap) => void
  /** Layers under the vehicles. */
  children?: ReactNode
}

/** The map with its vehicles: drawn for the eye, and listed as buttons for keyboard and screen reader. */
export function FleetCanvas(props: FleetCanvasProps) {
  const { layers, positions, markers, shown, selectedId, highlightedId, onHighlight, onPress, onReady, children } = props
  const { t } = useTranslation('map')
  const { tiles } = useRuntimeConfig()
  const mode = useMapMode()
  const [settledIds, setSettledIds] = useState<readonly number[]>([])
  const facts = useSelectedFacts(selectedId === undefined ? undefined : markers.get(selectedId), positions)
  return (
    <>
      <MapView
        mode={mode}
        tiles={{ url: layers.hasTiles ? tiles.url : null, attribution: tiles.attribution, maxZoom: tiles.max_zoom }}
        start={START}
        label={t('label')}
        onReady={onReady}
      >
        {children}
        <EntityMarkers
          mode={mode}
          positions={positions}
          markers={shown}
          hasLabels={layers.hasLabels}
          selectedId={selectedId}
          selectedFacts={facts}
          highlightedId={highlightedId}
          onSelect={onPress}
          onSettle={setSettledIds}
        />
      </MapView>
      <MarkerList markers={markers} ids={settledIds} positions={positions} onHighlight={onHighlight} onPress={onPress} />
    </>
  )
}
