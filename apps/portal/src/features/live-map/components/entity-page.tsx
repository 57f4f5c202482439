import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Map as MapIcon } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ErrorNotice } from '../../../components/error-notice.js'
import type { LiveState } from '../../../live/live-client.js'
import type { LiveSession } from '../../../live/live-session.js'
import { useEntityPosition } from '../../../live/use-entity-position.js'
import type { Place } from '../../../lib/place.js'
import { markerState } from '../../../map/entity-state.js'
import { useNow } from '../../../lib/clock.js'
import { newest, positionOf } from '../entity-facts.js'
import { type Entity, entityQuery } from '../queries/entity-query.js'
import { EntityHeader } from './entity-header.js'
import { EntityMap } from './entity-map.js'
import { FactStrip } from './fact-strip.js'
import { HiddenLine, InformationTab } from './information-tab.js'
import { LiveNotice } from './live-notice.js'

export interface EntityPageProps {
  entityId: number
  session: LiveSession
  liveState: LiveState
  /** Where this vehicle is among the fleet. */
  fleetPathOf: (imei: string | undefined) => string
  trips: ReactNode
  tripLayers?: ReactNode
  tripId?: number
  tripPlaces?: readonly Place[]
  bottomBar?: ReactNode
}

/** A vehicle on a page of its own: facts on top, then map, trips and information side by side. */
export function EntityPage({ entityId, ...rest }: EntityPageProps) {
  const { data: entity, error, refetch } = useQuery(entityQuery(entityId))
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!entity) return <Box aria-busy sx={{ height: '100%' }} />
  return <LoadedPage entity={entity} {...rest} />
}

type LoadedPageProps = Omit<EntityPageProps, 'entityId'> & { entity: Entity }

function LoadedPage({
  entity,
  session,
  liveState,
  fleetPathOf,
  trips,
  tripLayers,
  tripId,
  tripPlaces,
  bottomBar,
}: LoadedPageProps) {
  const { t } = useTranslation('map')
  const { positions } = session
  const held = useMemo(() => positionOf(entity), [entity])
  useEffect(() => positions.load([held]), [positions, held])
  const position = newest(held, useEntityPosition(positions, entity.id))
  const now = useNow()
  const marker = markerState({ isMoving: position.isMoving, receivedAt: position.receivedAt, lifecycle: entity.lifecycle }, now)
  const subtitle = [[entity.brand, entity.model].filter(Boolean).join(' '), entity.business_name].filter(Boolean).join(' · ')
  const column = {
    display: 'flex',
    flexDirection: 'column',
    minHeight: 0,
    minWidth: 0,
    bgcolor: 'background.paper',
    borderLeft: { lg: 1 },
    borderTop: { xs: 1, lg: 0 },
    borderColor: { xs: 'divider', lg: 'divider' },
  }
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: { lg: '100%' } }}>
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 2,
          px: { xs: 2, md: 4 },
          py: 2,
          borderBottom: 1,
          borderColor: 'divider',
          bgcolor: 'background.paper',
        }}
      >
        <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
          <EntityHeader
            name={entity.name}
            vehicleType={entity.vehicle_type}
            subtitle={subtitle}
            imei={entity.imei ?? undefined}
            marker={marker}
            receivedAt={position.receivedAt}
            isPage
          />
        </Box>
        <Box sx={{ flex: '0 1 420px', minWidth: 300 }}>
          <FactStrip position={position} lifecycle={entity.lifecycle} createdAt={entity.created_at} />
        </Box>
        <Button component={Link} to={fleetPathOf(entity.imei ?? undefined)} startIcon={<MapIcon />}>
          {t('page.fleet')}
        </Button>
        <LiveNotice state={liveState} onRetry={session.client.retryNow} />
      </Box>
      <Box
        sx={{
          flex: 1,
          minHeight: 0,
          display: 'grid',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px 360px' },
        }}
      >
        <Box sx={{ position: 'relative', minHeight: { xs: 360, lg: 0 } }}>
          {position.isLocationHidden ? (
            <Box sx={{ p: 3 }}>
              <HiddenLine />
            </Box>
          ) : (
            <EntityMap
              entity={entity}
              session={session}
              place={position.place}
              tripLayers={tripLayers}
              tripId={tripId}
              tripPlaces={tripPlaces}
              bottomBar={bottomBar}
            />
          )}
        </Box>
        <Box component="section" aria-labelledby="entity-trips" sx={column}>
          <Typography variant="h2" id="entity-trips" sx={{ px: 2.5, pt: 1.5 }}>
            {t('tabs.trips')}
          </Typography>
          {trips}
        </Box>
        <Box component="section" aria-labelledby="entity-information" sx={column}>
          <Typography variant="h2" id="entity-information" sx={{ px: 2.5, pt: 1.5 }}>
            {t('tabs.information')}
          </Typography>
          <InformationTab entity={entity} position={position} />
        </Box>
      </Box>
    </Box>
  )
}
