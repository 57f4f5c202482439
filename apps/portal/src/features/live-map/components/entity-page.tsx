import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useQuery } from '@tanstack/react-query'
import { Map as MapIcon } from 'lucide-react'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Stack } from '../../../components/layout/layout.js'
import type { LiveState } from '../../../live/live-client.js'
import type { LiveSession } from '../../../live/live-session.js'
import { useEntityPosition } from '../../../live/use-entity-position.js'
import type { Place } from '../../../lib/place.js'
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
  if (!entity) return <Page aria-busy />
  return <LoadedPage entity={entity} {...rest} />
}

type LoadedPageProps = Omit<EntityPageProps, 'entityId'> & { entity: Entity }

function LoadedPage({ entity, session, liveState, fleetPathOf, trips, ...map }: LoadedPageProps) {
  const { t } = useTranslation('map')
  const { positions } = session
  const held = useMemo(() => positionOf(entity), [entity])
  useEffect(() => positions.load([held]), [positions, held])
  const position = newest(held, useEntityPosition(positions, entity.id))
  return (
    <Page>
      <Head>
        <Who>
          <EntityHeader entity={entity} position={position} isPage />
        </Who>
        <Facts>
          <FactStrip position={position} lifecycle={entity.lifecycle} createdAt={entity.created_at} />
        </Facts>
        <Button component={Link} to={fleetPathOf(entity.imei ?? undefined)} startIcon={<MapIcon />}>
          {t('page.fleet')}
        </Button>
        <LiveNotice state={liveState} onRetry={session.client.retryNow} />
      </Head>
      <Columns>
        <Where>
          {position.isLocationHidden ? (
            <Stack pad={3}>
              <HiddenLine />
            </Stack>
          ) : (
            <EntityMap entity={entity} session={session} place={position.place} {...map} />
          )}
        </Where>
        <Column aria-labelledby="entity-trips">
          <Title id="entity-trips">{t('tabs.trips')}</Title>
          {trips}
        </Column>
        <Column aria-labelledby="entity-information">
          <Title id="entity-information">{t('tabs.information')}</Title>
          <InformationTab entity={entity} position={position} />
        </Column>
      </Columns>
    </Page>
  )
}

const Page = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  [theme.breakpoints.up('lg')]: { height: '100%' },
}))
const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(2),
  padding: theme.spacing(2),
  borderBottom: `1px solid ${theme.vars?.palette.divider}`,
  backgroundColor: theme.vars?.palette.background.paper,
  [theme.breakpoints.up('md')]: { paddingInline: theme.spacing(4) },
}))
const Who = styled('div')({ flex: '1 1 320px', minWidth: 0 })
const Facts = styled('div')({ flex: '0 1 420px', minWidth: 300 })
/** Beside each other where there is room. */
const Columns = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  [theme.breakpoints.up('lg')]: { gridTemplateColumns: 'minmax(0, 1fr) 360px 360px' },
}))
const Where = styled('div')(({ theme }) => ({
  position: 'relative',
  minHeight: 360,
  [theme.breakpoints.up('lg')]: { minHeight: 0 },
}))
const Column = styled('section')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: 0,
  minWidth: 0,
  backgroundColor: theme.vars?.palette.background.paper,
  borderTop: `1px solid ${theme.vars?.palette.divider}`,
  [theme.breakpoints.up('lg')]: { borderTop: 0, borderLeft: `1px solid ${theme.vars?.palette.divider}` },
}))
const Title = styled('h2')(({ theme }) => ({ ...theme.typography.h2, margin: 0, padding: theme.spacing(1.5, 2.5, 0) }))
