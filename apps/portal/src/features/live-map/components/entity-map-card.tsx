import { Stack } from '../../../components/layout/layout.js'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo } from 'react'
import { ErrorNotice } from '../../../components/error-notice.js'
import type { LiveSession } from '../../../live/live-session.js'
import { useEntityPosition } from '../../../live/use-entity-position.js'
import type { Place } from '../../../lib/place.js'
import { newest, positionOf } from '../entity-facts.js'
import { type Entity, entityQuery } from '../queries/entity-query.js'
import { EntityMap } from './entity-map.js'
import { FactStrip } from './fact-strip.js'
import { HiddenLine } from './information-tab.js'

interface EntityMapCardProps {
  entityId: number
  session: LiveSession
  tripLayers?: ReactNode
  tripId?: number
  tripPlaces?: readonly Place[]
}

/** A vehicle's state now over the map with it, for a page that has more to tell. */
export function EntityMapCard({ entityId, ...rest }: EntityMapCardProps) {
  const { data: entity, error, refetch } = useQuery(entityQuery(entityId))
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!entity) return <Skeleton variant="rectangular" height={360} />
  return <Loaded entity={entity} {...rest} />
}

function Loaded({ entity, session, ...trip }: Omit<EntityMapCardProps, 'entityId'> & { entity: Entity }) {
  const { positions } = session
  const held = useMemo(() => positionOf(entity), [entity])
  useEffect(() => positions.load([held]), [positions, held])
  const position = newest(held, useEntityPosition(positions, entity.id))
  return (
    <Stack gap={1.5}>
      <FactStrip position={position} lifecycle={entity.lifecycle} createdAt={entity.created_at} />
      {position.isLocationHidden ? (
        <HiddenLine />
      ) : (
        <Box
          sx={{ position: 'relative', height: 320, overflow: 'hidden', borderRadius: '10px', border: 1, borderColor: 'divider' }}
        >
          <EntityMap entity={entity} session={session} place={position.place} {...trip} />
        </Box>
      )}
    </Stack>
  )
}
