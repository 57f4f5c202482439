import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react'
import { ErrorNotice } from '../../components/error-notice.js'
import type { EntityPosition, PositionsStore } from '../../live/positions-store.js'
import { useEntityPosition } from '../../live/use-entity-position.js'
import { newest, positionOf } from './entity-facts.js'
import { type Entity, entityQuery } from './queries/entity-query.js'

interface WithEntityProps {
  entityId: number
  /** Shown while loading. */
  waiting: ReactElement
  children: (entity: Entity) => ReactNode
}

/**
 * Renders a vehicle as soon as it is loaded. If loading fails, an error is shown in its place, so that older data is not shown
 * as if it were current.
 */
export function WithEntity({ entityId, waiting, children }: WithEntityProps) {
  const { data: entity, error, refetch } = useQuery(entityQuery(entityId))
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return entity ? children(entity) : waiting
}

/** Returns a vehicle's position as read from the API, or a newer live one. */
export const useNewestPosition = (entity: Entity, positions: PositionsStore): EntityPosition =>
  newest(positionOf(entity), useEntityPosition(positions, entity.id))

/**
 * Returns the newest position like {@link useNewestPosition}, and adds the position from the API to the store unless the store
 * has a newer one.
 */
export function useOwnPosition(entity: Entity, positions: PositionsStore): EntityPosition {
  const held = useMemo(() => positionOf(entity), [entity])
  useEffect(() => positions.load([held]), [positions, held])
  return useNewestPosition(entity, positions)
}
