import { MARKER_STATES, markerState, type Lifecycle, type MarkerState } from '../../map/entity-state.js'
import type { components } from '../../lib/api/schema.js'

export type FleetCounts = Record<MarkerState, number>

/**
 * Counts the entities in each state at `now`. Each entity is counted once, in the first state that applies: missing, silent,
 * moving, idle.
 */
export function fleetCounts(columns: components['schemas']['MarkerColumns'], now: number): FleetCounts {
  const counts = Object.fromEntries(MARKER_STATES.map((state) => [state, 0])) as FleetCounts
  columns.entity_id.forEach((_id, row) => {
    const facts = {
      isMoving: columns.moving[row] ?? false,
      receivedAt: columns.received_at[row] ?? undefined,
      lifecycle: (columns.lifecycle[row] ?? 'installed') as Lifecycle,
    }
    counts[markerState(facts, now)] += 1
  })
  return counts
}
