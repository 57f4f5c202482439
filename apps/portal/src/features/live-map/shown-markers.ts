import type { PositionsStore } from '../../live/positions-store.js'
import { MARKER_STATES, type MarkerState, markerState } from '../../map/entity-state.js'
import type { FleetMarker } from './fleet.js'

export type StateCounts = Record<MarkerState, number>

/** Returns the state of a vehicle at `now`, as drawn on the map. */
export function stateOf(marker: FleetMarker, positions: Pick<PositionsStore, 'get'>, now: number): MarkerState {
  const position = positions.get(marker.entityId)
  return markerState(
    { isMoving: position?.isMoving ?? false, receivedAt: position?.receivedAt, lifecycle: marker.lifecycle },
    now,
  )
}

/** Counts the vehicles in each state. */
export function countStates(markers: Iterable<FleetMarker>, positions: Pick<PositionsStore, 'get'>, now: number): StateCounts {
  const counts = Object.fromEntries(MARKER_STATES.map((state) => [state, 0])) as StateCounts
  for (const marker of markers) counts[stateOf(marker, positions, now)] += 1
  return counts
}

interface ShownFilter {
  /** States to show. Empty means all. */
  states: ReadonlySet<MarkerState>
  /** Search results. Undefined without a search. */
  matches: readonly FleetMarker[] | undefined
  selectedId: number | undefined
}

/** Returns the vehicles that pass the filter, always including the selected one. Without a filter it returns all. */
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
