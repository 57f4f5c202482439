import { useCallback, useSyncExternalStore } from 'react'
import type { EntityPosition, PositionsStore } from './positions-store.js'

/** The live position of one entity; only a change of this entity renders again. */
export function useEntityPosition(positions: PositionsStore, entityId: number | undefined): EntityPosition | undefined {
  const subscribe = useCallback(
    (listener: () => void) => (entityId === undefined ? () => undefined : positions.subscribe(entityId, listener)),
    [positions, entityId],
  )
  return useSyncExternalStore(subscribe, () => (entityId === undefined ? undefined : positions.get(entityId)))
}
