import { styled } from '@mui/material/styles'
import Skeleton from '@mui/material/Skeleton'
import { Stack } from '../../../components/layout/layout.js'
import { useLiveSession, useLiveUpdates } from '../../../live/use-live-session.js'
import { vars } from '../../../theme/components/vars.js'
import type { Entity } from '../queries/entity-query.js'
import { useOwnPosition, WithEntity } from '../use-entity.js'
import type { ShownTrip } from '../use-fit-trip.js'
import { EntityMap } from './entity-map.js'
import { FactStrip } from './fact-strip.js'
import { HiddenLine } from './information-tab.js'

/** Shows the vehicle's present state above a map, for a page with further content. */
export const EntityMapCard = ({ entityId, trip }: { entityId: number; trip: ShownTrip }) => (
  <WithEntity entityId={entityId} waiting={<Skeleton variant="rectangular" height={360} />}>
    {(entity) => <Loaded entity={entity} trip={trip} />}
  </WithEntity>
)

function Loaded({ entity, trip }: { entity: Entity; trip: ShownTrip }) {
  const session = useLiveSession()
  useLiveUpdates(session, 'map', entity.id)
  const position = useOwnPosition(entity, session.positions)
  return (
    <Stack gap={1.5}>
      <FactStrip entity={entity} position={position} />
      {position.isLocationHidden ? (
        <HiddenLine />
      ) : (
        <Frame>
          <EntityMap entity={entity} positions={session.positions} place={position.place} trip={trip} />
        </Frame>
      )}
    </Stack>
  )
}

const Frame = styled('div')(({ theme }) => ({
  position: 'relative',
  height: 320,
  overflow: 'hidden',
  borderRadius: 10,
  border: `1px solid ${vars(theme).divider}`,
}))
