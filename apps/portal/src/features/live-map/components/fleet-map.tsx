import Box from '@mui/material/Box'
import { visuallyHidden } from '@mui/utils'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { LIMITS } from '../../../config/limits.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { useClock, useNow } from '../../../lib/clock.js'
import type { LiveSession } from '../../../live/live-session.js'
import type { LiveState } from '../../../live/live-client.js'
import type { Place } from '../../../map/coordinates.js'
import type { MarkerState } from '../../../map/entity-state.js'
import { EntityMarkers } from '../../../map/layers/entity-markers.js'
import { MapView } from '../../../map/map-view.js'
import { StateGlyph } from '../../../map/state-glyph.js'
import { useMapMode } from '../../../map/use-map-mode.js'
import { MapCamera } from '../map-camera.js'
import { sheetHeight, type SheetStop } from '../sheet-stops.js'
import { countStates, shownMarkers, stateOf } from '../shown-markers.js'
import type { FleetReading } from '../use-fleet.js'
import { useHeight } from '../use-height.js'
import { useFleetSearch } from '../use-fleet-search.js'
import { useFitTrip } from '../use-fit-trip.js'
import { useMapShortcuts } from '../use-map-shortcuts.js'
import { useSelectedFacts } from '../use-selected-facts.js'
import { nextSelection, useDrawerEntity } from '../use-selection.js'
import { BottomSheet } from './bottom-sheet.js'
import { EntityPanel } from './entity-panel.js'
import { LiveNotice } from './live-notice.js'
import { MapControls, type MapLayerChoice } from './map-controls.js'
import { MarkerList } from './marker-list.js'
import { SearchBox } from './search-box.js'
import { SIDE_PANEL_WIDTH, SidePanel } from './side-panel.js'
import { StateCounts } from './state-counts.js'

export interface FleetMapProps {
  session: LiveSession
  liveState: LiveState
  reading: FleetReading
  selectedId: number | undefined
  onSelect: (entityId: number | undefined) => void
  /** Where the page of a vehicle is. */
  pagePathOf: (entityId: number) => string
  /** The trips of a vehicle, for its tab. */
  renderTrips: (entityId: number) => ReactNode
  /** Layers of the selected trip. */
  tripLayers?: ReactNode
  tripId?: number
  /** The line of the selected trip, to be fitted when it is selected. */
  tripPlaces?: readonly Place[]
  /** What stands at the lower edge: the playback. */
  bottomBar?: ReactNode
}

/** Before anything is known: the middle of Europe. */
const START = { center: [50.2, 9.2] as [number, number], zoom: 5 }
const RECOUNT_MS = 2_000
const noStates: ReadonlySet<MarkerState> = new Set()

/** The fleet view: find a vehicle, see its state, open its drawer. */
export function FleetMap(props: FleetMapProps) {
  const {
    session,
    liveState,
    reading,
    selectedId,
    onSelect,
    pagePathOf,
    renderTrips,
    tripLayers,
    tripId,
    tripPlaces,
    bottomBar,
  } = props
  const { t } = useTranslation('map')
  const { tiles } = useRuntimeConfig()
  const mode = useMapMode()
  const isNarrow = useMediaQuery(`(max-width:${LIMITS.mobileBreakpointPx - 0.05}px)`, { noSsr: true })
  const clock = useClock()
  const { positions } = session
  const { markers } = reading

  const [camera, setCamera] = useState<MapCamera>()
  const [layers, setLayers] = useState<MapLayerChoice>({ hasLabels: true, hasTiles: true })
  const [states, setStates] = useState(noStates)
  const [highlightedId, setHighlightedId] = useState<number>()
  const [settledIds, setSettledIds] = useState<readonly number[]>([])
  const [stop, setStop] = useState<SheetStop>('half')
  const [viewHeight, frame] = useHeight()
  const searchInput = useRef<HTMLInputElement>(null)

  const search = useFleetSearch(markers)
  const recountedAt = useNow(RECOUNT_MS)
  const counts = useMemo(() => countStates(markers.values(), positions, recountedAt), [markers, positions, recountedAt])
  const shown = useMemo(
    () => shownMarkers(markers, { states, matches: search.settled, selectedId }, positions, recountedAt),
    [markers, states, search.settled, selectedId, positions, recountedAt],
  )
  const drawerId = useDrawerEntity(selectedId)
  const facts = useSelectedFacts(selectedId === undefined ? undefined : markers.get(selectedId), positions)

  const sheet = isNarrow && drawerId !== undefined ? sheetHeight(stop === 'full' ? 'half' : stop, viewHeight) : 0
  const right = !isNarrow && drawerId !== undefined ? SIDE_PANEL_WIDTH : 0
  const half = sheetHeight(stop === 'full' ? 'half' : stop, viewHeight)
  /** The panel of a selection opens in a moment: what is shown now must not lie under it then. */
  const insetsOf = (isSelected: boolean) => ({
    top: isNarrow ? 160 : 112,
    right: (isSelected && !isNarrow ? SIDE_PANEL_WIDTH : 0) + 72,
    bottom: (isSelected && isNarrow ? half : 0) + (bottomBar ? 104 : 40),
    left: 40,
  })
  useEffect(() => {
    camera?.setInsets(insetsOf(selectedId !== undefined))
  })

  useFirstView(camera, reading, positions, selectedId)
  useEffect(() => {
    const { toFit } = search
    if (toFit) camera?.fit(toFit.flatMap(({ entityId }) => positions.get(entityId)?.place ?? []))
  }, [camera, search.toFit, positions]) // eslint-disable-line react-hooks/exhaustive-deps -- `search` is new with each key
  useFitTrip(camera, tripId, tripPlaces)

  const fitFleet = useCallback(() => {
    camera?.fit([...shown.keys()].flatMap((entityId) => positions.get(entityId)?.place ?? []))
  }, [camera, shown, positions])
  useMapShortcuts(searchInput, fitFleet)

  const press = (entityId: number) => {
    const next = nextSelection(selectedId, entityId)
    const place = next === undefined ? undefined : positions.get(next)?.place
    camera?.setInsets(insetsOf(next !== undefined))
    if (place) camera?.reveal(place)
    onSelect(next)
  }
  const find = (entityId: number) => {
    const place = positions.get(entityId)?.place
    camera?.setInsets(insetsOf(true))
    if (place) camera?.show(place)
    if (entityId !== selectedId) onSelect(entityId)
  }
  const toggle = (state: MarkerState) => {
    const next = new Set(states)
    if (!next.delete(state)) next.add(state)
    setStates(next)
  }
  const close = useCallback(() => onSelect(undefined), [onSelect])
  const panel = drawerId !== undefined && (
    <EntityPanel
      key={drawerId}
      entityId={drawerId}
      positions={positions}
      trips={renderTrips(drawerId)}
      pagePath={pagePathOf(drawerId)}
      onClose={close}
    />
  )
  return (
    <Box
      ref={frame}
      sx={{ position: 'absolute', inset: 0, overflow: 'hidden' }}
      style={{ '--map-inset-right': `${right}px`, '--map-inset-bottom': `${sheet}px` } as React.CSSProperties}
    >
      <MapView
        mode={mode}
        tiles={{ url: layers.hasTiles ? tiles.url : null, attribution: tiles.attribution, maxZoom: tiles.max_zoom }}
        start={START}
        label={t('label')}
        onReady={useCallback((map) => setCamera((held) => held ?? new MapCamera(map)), [])}
      >
        {tripLayers}
        <EntityMarkers
          mode={mode}
          positions={positions}
          markers={shown}
          hasLabels={layers.hasLabels}
          selectedId={selectedId}
          selectedFacts={facts}
          highlightedId={highlightedId}
          onSelect={press}
          onSettle={setSettledIds}
        />
      </MapView>
      <Box component="h1" sx={visuallyHidden}>
        {t('label')}
      </Box>
      <MarkerList markers={markers} ids={settledIds} positions={positions} onHighlight={setHighlightedId} onPress={press} />
      <Box
        sx={{
          position: 'absolute',
          top: 16,
          left: 16,
          right: 'calc(16px + var(--map-inset-right))',
          containerType: 'inline-size',
          pointerEvents: 'none',
          '& > *': { pointerEvents: 'auto' },
          zIndex: 820,
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'flex-start',
          gap: { xs: 1, md: 1.5 },
        }}
      >
        <SearchBox
          inputRef={searchInput}
          query={search.query}
          onQuery={search.setQuery}
          results={search.results}
          total={markers.size}
          glyphOf={(marker) => <StateGlyph state={stateOf(marker, positions, clock.now())} />}
          onChoose={find}
          onHighlight={setHighlightedId}
        />
        <StateCounts counts={counts} filter={states} onToggle={toggle} />
        <LiveNotice state={liveState} onRetry={session.client.retryNow} />
      </Box>
      <MapControls
        layers={layers}
        canHaveTiles={tiles.url !== null}
        onLayers={setLayers}
        onRecenter={fitFleet}
        onZoom={(steps) => camera?.zoom(steps)}
      />
      {bottomBar && (
        <Box
          sx={{
            position: 'absolute',
            left: 16,
            right: `calc(${isNarrow ? 16 : 68}px + var(--map-inset-right))`,
            bottom: 'calc(32px + var(--map-inset-bottom))',
            zIndex: 810,
          }}
        >
          {bottomBar}
        </Box>
      )}
      {reading.error !== null && reading.fleet === undefined && (
        <Box sx={{ position: 'absolute', inset: 0, zIndex: 815, display: 'grid', placeContent: 'center', pointerEvents: 'none' }}>
          <Box
            sx={{ pointerEvents: 'auto', borderRadius: '12px', border: 1, borderColor: 'line.strong', bgcolor: 'surface.raised' }}
          >
            <ErrorNotice error={reading.error} onRetry={reading.retry} />
          </Box>
        </Box>
      )}
      {panel && !isNarrow && (
        <SidePanel label={t('drawer')} onClose={close}>
          {panel}
        </SidePanel>
      )}
      {panel && isNarrow && (
        <BottomSheet label={t('drawer')} stop={stop} onStop={setStop} viewHeight={viewHeight} onClose={close}>
          {panel}
        </BottomSheet>
      )}
    </Box>
  )
}

/** What is shown first: the vehicle of the address, else the whole fleet; once, when the fleet is there. */
function useFirstView(
  camera: MapCamera | undefined,
  reading: FleetReading,
  positions: LiveSession['positions'],
  selectedId: number | undefined,
) {
  const isDone = useRef(false)
  const { fleet } = reading
  useEffect(() => {
    if (!camera || !fleet || isDone.current) return
    isDone.current = true
    const selected = selectedId === undefined ? undefined : fleet.positions.find(({ entityId }) => entityId === selectedId)?.place
    if (selected) camera.show(selected, true)
    else
      camera.fit(
        fleet.positions.flatMap(({ entityId, place }) => positions.get(entityId)?.place ?? place ?? []),
        true,
      )
  }, [camera, fleet, positions, selectedId])
}
