import Box from '@mui/material/Box'
import { styled } from '@mui/material/styles'
import { visuallyHidden } from '@mui/utils'
import { type ReactNode, type RefObject, Suspense, useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Stack } from '../../../components/layout/layout.js'
import { useRuntimeConfig } from '../../../config/runtime-config.js'
import { useIsOnline } from '../../../lib/connection.js'
import { screenPart } from '../../../lib/parts/late-part.js'
import type { LiveState } from '../../../live/live-client.js'
import type { LiveSession } from '../../../live/live-session.js'
import type { MarkerState } from '../../../map/entity-state.js'
import { ShownGeofences } from '../../../map/geofences/geofences-shown.js'
import { FoundPin } from '../../../map/places/found-pin.js'
import { cornersOfPlace } from '../../../map/places/place-facts.js'
import type { NamedPlace } from '../../../map/places/use-places.js'
import type { ShownTrip } from '../use-fit-trip.js'
import type { FleetReading } from '../use-fleet.js'
import { useFleetCamera } from '../use-fleet-camera.js'
import { useFleetSearch } from '../use-fleet-search.js'
import { useHeight } from '../use-height.js'
import { type MapCover, useMapCover } from '../use-map-cover.js'
import { useMapLayers } from '../use-map-layers.js'
import { useMapShortcuts } from '../use-map-shortcuts.js'
import { nextSelection, useDrawerEntity } from '../use-selection.js'
import { useShownFleet } from '../use-shown-fleet.js'
import { BottomSheet } from './bottom-sheet.js'
import { FleetCanvas } from './fleet-canvas.js'
import { LiveNotice } from './live-notice.js'
import { MapControls } from './map-controls.js'
import { HiddenMatches } from '../search/hidden-matches.js'
import { SearchBox } from './search-box.js'
import { SidePanel } from './side-panel.js'
import { StateCounts } from './state-counts.js'

/** Loaded when a drawer is opened for the first time, because the map can be shown without it. */
const EntityPanel = screenPart(async () => (await import('./entity-panel.js')).EntityPanel)

/**
 * Empty set that is passed to the search box if the chips, which filter by state, hide all matches. A notice beside the chips
 * already reports this. With the empty set, the search box does not report it again.
 */
const NO_STATES: ReadonlySet<MarkerState> = new Set()

interface FleetMapProps {
  session: LiveSession
  liveState: LiveState
  reading: FleetReading
  selectedId: number | undefined
  onSelect: (entityId: number | undefined) => void
  /** Returns the URL of a vehicle's page. */
  pagePathOf: (entityId: number) => string
  /** Renders the content of a vehicle's trips tab. */
  renderTrips: (entityId: number) => ReactNode
  trip: ShownTrip
}

/** Manages the vehicles shown, the search results and the view of the map. */
function useFleetView(props: FleetMapProps, searchInput: RefObject<HTMLInputElement | null>) {
  const { session, reading, selectedId, onSelect, trip } = props
  const { positions } = session
  const { markers, fleet } = reading
  const search = useFleetSearch(markers, selectedId)
  const { shown, ...filter } = useShownFleet(markers, positions, search.settled, selectedId)
  const drawerId = useDrawerEntity(selectedId)
  const [viewHeight, frame] = useHeight()
  const cover = useMapCover(viewHeight, drawerId !== undefined, Boolean(trip.bar))
  const { states } = filter
  const camera = useFleetCamera(cover, { positions, fleet, selectedId, found: search.toFit, shown, states, trip })
  const { fit } = camera
  const fitFleet = useCallback(() => fit(shown.keys()), [fit, shown])
  useMapShortcuts(searchInput, fitFleet)

  /** Place that the user chose in the search. If the user then chooses a vehicle, the vehicle replaces this place. */
  const [found, setFound] = useState<NamedPlace>()
  const press = (entityId: number) => {
    const next = nextSelection(selectedId, entityId)
    camera.turnTo(next, 'reveal')
    setFound(undefined)
    onSelect(next)
  }
  const find = (entityId: number) => {
    camera.turnTo(entityId, 'show')
    setFound(undefined)
    if (entityId !== selectedId) onSelect(entityId)
  }
  const findPlace = (place: NamedPlace) => {
    setFound(place)
    camera.fitPlaces(cornersOfPlace(place))
  }
  const clearPlace = () => setFound(undefined)
  const matches = search.settled ?? []
  const hasHidden = matches.length > 0 && !matches.some(({ entityId }) => shown.has(entityId))
  return { search, shown, filter, hasHidden, drawerId, frame, cover, camera, fitFleet, press, find, findPlace, clearPlace, found }
}

/** Fleet view: finds vehicles, shows their states and opens their drawers. */
export function FleetMap(props: FleetMapProps) {
  const { liveState, reading, selectedId, trip } = props
  const { positions, client } = props.session
  const { t } = useTranslation('map')
  const { tiles } = useRuntimeConfig()
  const { markers, fleet } = reading
  const [layers, setLayers] = useMapLayers()
  const [highlightedId, setHighlightedId] = useState<number>()
  const searchInput = useRef<HTMLInputElement>(null)
  // A strip above every screen reports a lost network, so the map does not repeat it.
  const isOnline = useIsOnline()
  const hasFailed = reading.error !== null && fleet === undefined
  const view = useFleetView(props, searchInput)
  const { search, shown, filter, drawerId, frame, cover, camera, fitFleet, press, find } = view
  return (
    <Box ref={frame} sx={look} style={cover.style} data-placed={camera.isPlaced}>
      <Box component="h1" sx={visuallyHidden}>
        {t('label')}
      </Box>
      <FleetCanvas
        layers={layers}
        positions={positions}
        markers={markers}
        shown={shown}
        selectedId={selectedId}
        highlightedId={highlightedId}
        isOnTrip={trip.id !== undefined}
        onHighlight={setHighlightedId}
        onPress={press}
        onReady={camera.hold}
      >
        {layers.hasGeofences && fleet !== undefined && <ShownGeofences />}
        {trip.layers}
        {view.found && <FoundPin place={view.found} />}
      </FleetCanvas>
      <TopStrip>
        <SearchBox
          search={search}
          positions={positions}
          total={fleet?.markers.size}
          states={view.hasHidden ? NO_STATES : filter.states}
          onShowAll={filter.showAll}
          inputRef={searchInput}
          middleOf={camera.middle}
          onChoose={find}
          onChoosePlace={view.findPlace}
          onClear={view.clearPlace}
          onHighlight={setHighlightedId}
        />
        <StateCounts states={filter.states} toggle={filter.toggle} counts={fleet && filter.counts} />
        {view.hasHidden && <HiddenMatches states={filter.states} onShowAll={filter.showAll} />}
        {isOnline && !hasFailed && <LiveNotice state={liveState} onRetry={client.retryNow} />}
      </TopStrip>
      <MapControls
        layers={layers}
        canHaveTiles={tiles.url !== null || tiles.vector_url !== null}
        onLayers={setLayers}
        onRecenter={fitFleet}
        onZoom={camera.zoom}
      />
      {trip.bar && <LowerEdge>{trip.bar}</LowerEdge>}
      {isOnline && hasFailed && (
        <Middle>
          <Stack ground="floating">
            <ErrorNotice error={reading.error} onRetry={reading.retry} />
          </Stack>
        </Middle>
      )}
      {drawerId !== undefined && <VehicleDrawer {...props} entityId={drawerId} cover={cover} />}
    </Box>
  )
}

/** Hides the map until the fleet's location is known, so that the map does not first show another place. */
const look = {
  position: 'absolute',
  inset: 0,
  overflow: 'hidden',
  '&[data-placed=false] .leaflet-map-pane': { visibility: 'hidden' },
} as const

/** Strip of controls at the top, beside an open panel. Between the controls the map can still be dragged. */
const TopStrip = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: 'max(16px, env(safe-area-inset-top))',
  left: 16,
  right: 'calc(16px + var(--map-inset-right))',
  containerType: 'inline-size',
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
  zIndex: 820,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'flex-start',
  gap: theme.spacing(1),
  [theme.breakpoints.up('md')]: { gap: theme.spacing(1.5) },
}))

const LowerEdge = styled('div')({
  position: 'absolute',
  left: 16,
  right: 'calc(var(--map-controls) + var(--map-inset-right))',
  bottom: 'calc(32px + var(--map-inset-bottom))',
  zIndex: 810,
})

/** Centred content over a map that can still be dragged. */
const Middle = styled('div')({
  position: 'absolute',
  inset: 0,
  zIndex: 815,
  display: 'grid',
  placeContent: 'center',
  pointerEvents: 'none',
  '& > *': { pointerEvents: 'auto' },
})

/** Drawer of one vehicle. It is at the side, or on a phone pulled up from the bottom. */
function VehicleDrawer({ entityId, cover, session, onSelect, ...of }: FleetMapProps & { entityId: number; cover: MapCover }) {
  const { t } = useTranslation('map')
  const { isNarrow, stop, setStop, viewHeight } = cover
  const close = useCallback(() => onSelect(undefined), [onSelect])
  const panel = (
    <Suspense>
      <EntityPanel
        key={entityId}
        entityId={entityId}
        positions={session.positions}
        trips={of.renderTrips(entityId)}
        pagePath={of.pagePathOf(entityId)}
        onClose={close}
      />
    </Suspense>
  )
  const frame = { label: t('drawer'), onClose: close, children: panel }
  return isNarrow ? <BottomSheet {...frame} stop={stop} onStop={setStop} viewHeight={viewHeight} /> : <SidePanel {...frame} />
}
