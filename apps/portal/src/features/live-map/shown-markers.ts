import type { PositionsStore } from '../../live/positions-store.js'
import { MARKER_STATES, type MarkerState, markerState } from '../../map/entity-state.js'
import type { FleetMarker } from './fleet.js'

export type StateCounts = Record<MarkerState, number>

/** The state of a vehicle as the map draws it at `now`. */
export function stateOf(marker: FleetMarker, positions: Pick<PositionsStore, 'get'>, now: number): MarkerState {
  const position = positions.get(marker.entityId)
  return markerState(
    { isMoving: position?.isMoving ?? false, receivedAt: position?.receivedAt, lifecycle: marker.lifecycle },
    now,
  )
}

/** How many vehicles are in each state. */
export function countStates(markers: Iterable<FleetMarker>, positions: Pick<PositionsStore, 'get'>, now: number): StateCounts {
  const counts = Object.fromEntries(MARKER_STATES.map((state) => [state, 0])) as StateCounts
  for (const marker of markers) counts[stateOf(marker, positions, now)] += 1
  return counts
}

interface ShownFilter {
  /** The states to show; none means all. */
  states: ReadonlySet<MarkerState>
  /** The matches of a search; undefined without a search. */
  matches: readonly FleetMarker[] | undefined
  selectedId: number | undefined
}

/** The vehicles that the filter leaves, the selected one always among them; all of them without a filter. */
export function shownMarkers(
  all: ReadonlyMap<number, FleetMarker>,
  { states, matches, selectedId }: ShownFilter,
  positions: Pick<PositionsStore, 'get'>,
  now: number,
): ReadonlyMap<number, FleetMarker> {
  if (states.size === 0 && matches === undefined) return all
  const shown = new Map<number, FleetMarker>()
  for (const marker of matches ?? all.values())
    if (states.size === 0 || states.has(stateOf(marker, positions, now))) shown.set(marker.entityId, marker)
  const selected = selectedId === undefined ? undefined : all.get(selectedId)
  if (selected) shown.set(selected.entityId, selected)
  return shown
}
