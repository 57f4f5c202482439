import { useQuery } from '@tanstack/react-query'
import { type ReactElement, type ReactNode, useEffect, useMemo } from 'react'
import { ErrorNotice } from '../../components/error-notice.js'
import type { EntityPosition, PositionsStore } from '../../live/positions-store.js'
import { useEntityPosition } from '../../live/use-entity-position.js'
import { newest, positionOf } from './entity-facts.js'
import { type Entity, entityQuery } from './queries/entity-query.js'

interface WithEntityProps {
  entityId: number
  /** Until it is read. */
  waiting: ReactElement
  children: (entity: Entity) => ReactNode
}

/** A vehicle once it is read. R-094: a failure is shown in its place; what was read before is not shown as if it were true. */
export function WithEntity({ entityId, waiting, children }: WithEntityProps) {
  const { data: entity, error, refetch } = useQuery(entityQuery(entityId))
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  return entity ? children(entity) : waiting
}

/** Where a vehicle was when it was read, or where it is heard to be since. */
export const useNewestPosition = (entity: Entity, positions: PositionsStore): EntityPosition =>
  newest(positionOf(entity), useEntityPosition(positions, entity.id))

/** The same where nothing else has put it among the live positions. */
export function useOwnPosition(entity: Entity, positions: PositionsStore): EntityPosition {
  const held = useMemo(() => positionOf(entity), [entity])
  useEffect(() => positions.load([held]), [positions, held])
  return useNewestPosition(entity, positions)
}
