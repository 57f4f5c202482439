import { useMemo } from 'react'
import { useNow } from '../../lib/clock.js'
import { useAddress } from '../../lib/screen-address.js'
import type { PositionsStore } from '../../live/positions-store.js'
import { MARKER_STATES, type MarkerState } from '../../map/entity-state.js'
import type { FleetMarker } from './fleet.js'
import { countStates, shownMarkers, type StateCounts } from './shown-markers.js'

const RECOUNT_MS = 2_000
/** URL parameter with the states to show: `?state=moving.missing` */
export const STATES_IN_ADDRESS = 'state'

export interface ShownFleet {
  counts: StateCounts
  /** States to show. Empty means all. */
  states: ReadonlySet<MarkerState>
  toggle: (state: MarkerState) => void
  /** Shows vehicles of every state again. */
  showAll: () => void
  shown: ReadonlyMap<number, FleetMarker>
}

/** Returns the vehicles that the map shows, by chosen states and search. The states are evaluated again as time passes. */
export function useShownFleet(
  markers: ReadonlyMap<number, FleetMarker>,
  positions: PositionsStore,
  matches: readonly FleetMarker[] | undefined,
  selectedId: number | undefined,
): ShownFleet {
  const { text, change } = useAddress()
  const written = text(STATES_IN_ADDRESS) ?? ''
  const states = useMemo(() => new Set(MARKER_STATES.filter((state) => written.split('.').includes(state))), [written])
  const setStates = (next: ReadonlySet<MarkerState>) => change({ [STATES_IN_ADDRESS]: [...next].join('.') }, true)
  const now = useNow(RECOUNT_MS)
  const counts = useMemo(() => countStates(markers.values(), positions, now), [markers, positions, now])
  const shown = useMemo(
    () => shownMarkers(markers, { states, matches, selectedId }, positions, now),
    [markers, states, matches, selectedId, positions, now],
  )
  const toggle = (state: MarkerState) => {
    const next = new Set(states)
    if (!next.delete(state)) next.add(state)
    setStates(next)
  }
  return { counts, states, toggle, showAll: () => setStates(new Set()), shown }
}
