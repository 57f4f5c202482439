import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from './live-topics.js'
import type { PositionsStore } from './positions-store.js'
import { entityKey, markersKey, tripsKey } from './query-keys.js'

/**
 * Applies one event of the live channel. Data from the socket may change the query cache only in this function. Positions
 * bypass the cache and go to the positions store. A changed trip invalidates its entity and the entity's trips. An edit
 * invalidates the edited entities and the markers. An entity that is not listed yet, or has left the fleet, invalidates the
 * markers.
 */
export function applyLiveEvent(event: LiveEvent, positions: PositionsStore, queries: QueryClient): void {
  if (event.type === 'trip') {
    void queries.invalidateQueries({ queryKey: tripsKey(event.trip.entity_id) })
    // The entity is read again, because a changed trip also changes its odometer.
    void queries.invalidateQueries({ queryKey: entityKey(event.trip.entity_id) })
    return
  }
  if (event.type === 'edit') {
    for (const id of event.edit.entity_ids) void queries.invalidateQueries({ queryKey: entityKey(id) })
    void queries.invalidateQueries({ queryKey: markersKey }, { cancelRefetch: false })
    return
  }
  const hasNewcomer = positions.size() > 0 && event.positions.some(({ entity_id }) => !positions.get(entity_id))
  const isWhole = event.type === 'snapshot' && event.channel === 'fleet'
  const hasLeaver = isWhole && positions.holdsOthers(new Set(event.positions.map(({ entity_id }) => entity_id)))
  if (event.type === 'snapshot') positions.snapshot(event.positions)
  else positions.update(event.positions)
  if (hasNewcomer || hasLeaver) void queries.invalidateQueries({ queryKey: markersKey }, { cancelRefetch: false })
}
