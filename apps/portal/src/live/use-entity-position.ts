import { useCallback, useSyncExternalStore } from 'react'
import type { EntityPosition, PositionsStore } from './positions-store.js'

/** Returns the live position of one entity. Renders again only when this entity changes. */
export function useEntityPosition(positions: PositionsStore, entityId: number | undefined): EntityPosition | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (entityId === undefined ? () => undefined : positions.subscribe(entityId, listener)),
    [positions, entityId],
  )
  return useSyncExternalStore(subscribe, () => (entityId === undefined ? undefined : positions.get(entityId)))
}
