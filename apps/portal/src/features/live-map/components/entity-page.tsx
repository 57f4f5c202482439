import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Map as MapIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { Stack } from '../../../components/layout/layout.js'
import { useLiveSession, useLiveUpdates } from '../../../live/use-live-session.js'
import type { Entity } from '../queries/entity-query.js'
import { useOwnPosition, WithEntity } from '../use-entity.js'
import type { ShownTrip } from '../use-fit-trip.js'
import { EntityHeader } from './entity-header.js'
import { EntityMap } from './entity-map.js'
import { FactStrip } from './fact-strip.js'
import { HiddenLine, InformationTab } from './information-tab.js'
import { LiveNotice } from './live-notice.js'

interface EntityPageProps {
  entityId: number
  /** Returns the URL of this vehicle on the fleet map. */
  fleetPathOf: (imei: string | undefined) => string
  trips: ReactNode
  trip: ShownTrip
}

/** Page of one vehicle: facts at the top, then map, trips and information side by side. */
export const EntityPage = ({ entityId, ...rest }: EntityPageProps) => (
  <WithEntity entityId={entityId} waiting={<Page aria-busy />}>
    {(entity) => <LoadedPage entity={entity} {...rest} />}
  </WithEntity>
)

type LoadedPageProps = Omit<EntityPageProps, 'entityId'> & { entity: Entity }

function LoadedPage({ entity, fleetPathOf, trips, trip }: LoadedPageProps) {
  const { t } = useTranslation('map')
  const session = useLiveSession()
  const liveState = useLiveUpdates(session, 'map', entity.id)
  const position = useOwnPosition(entity, session.positions)
  return (
    <Page>
      <Head>
        <Who>
          <EntityHeader entity={entity} position={position} isPage />
        </Who>
        <Facts>
          <FactStrip entity={entity} position={position} />
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
            <EntityMap entity={entity} positions={session.positions} place={position.place} trip={trip} />
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
/** Side by side if there is room. */
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
