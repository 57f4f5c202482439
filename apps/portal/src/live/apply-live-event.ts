import type { QueryClient } from '@tanstack/react-query'
import type { LiveEvent } from './live-topics.js'
import type { PositionsStore } from './positions-store.js'
import { entityKey, markersKey, tripsKey } from './query-keys.js'

/**
 * Brings one live event home, and is the only code that lets the socket touch the query cache: positions go past it into their
 * store, a changed trip makes that entity and its trips be read again, an edit what is known of these entities. An entity that nobody has
 * listed yet makes the markers be read again, and so does one that is listed and has left the fleet.
 */
export function applyLiveEvent(event: LiveEvent, positions: PositionsStore, queries: QueryClient): void {
  if (event.type === 'trip') {
    void queries.invalidateQueries({ queryKey: tripsKey(event.trip.entity_id) })
    // Its odometer has moved.
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
