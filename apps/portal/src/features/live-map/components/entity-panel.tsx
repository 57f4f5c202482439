import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { styled } from '@mui/material/styles'
import { EyeOff } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { Pane, Row, Stack } from '../../../components/layout/layout.js'
import type { PositionsStore } from '../../../live/positions-store.js'
import { vars } from '../../../theme/components/vars.js'
import type { Entity } from '../queries/entity-query.js'
import { useNewestPosition, WithEntity } from '../use-entity.js'
import { EntityHeader } from './entity-header.js'
import { FactStrip } from './fact-strip.js'
import { HiddenLine, InformationTab } from './information-tab.js'

const TABS = ['trips', 'information'] as const

export interface EntityPanelProps {
  entityId: number
  positions: PositionsStore
  /** Content of the trips tab. The route passes it as a prop, because it belongs to another feature. */
  trips: ReactNode
  pagePath?: string
  onClose?: () => void
}

/** Drawer of one vehicle: header, three facts, trips and information. */
export const EntityPanel = ({ entityId, ...rest }: EntityPanelProps) => (
  <WithEntity entityId={entityId} waiting={<PanelSkeleton />}>
    {(entity) => <LoadedPanel entity={entity} {...rest} />}
  </WithEntity>
)

type LoadedPanelProps = Omit<EntityPanelProps, 'entityId'> & { entity: Entity }

function LoadedPanel({ entity, positions, trips, ...header }: LoadedPanelProps) {
  const { t } = useTranslation('map')
  const id = useId()
  const [tab, setTab] = useState<(typeof TABS)[number]>('trips')
  const position = useNewestPosition(entity, positions)
  return (
    <>
      <Head>
        <EntityHeader entity={entity} position={position} {...header} />
        <FactStrip entity={entity} position={position} />
        {position.isLocationHidden && <HiddenLine />}
      </Head>
      <PanelTabs value={tab} onChange={(_, chosen: typeof tab) => setTab(chosen)} aria-label={t('tabs.label')}>
        {TABS.map((one) => (
          <Tab key={one} value={one} label={t(`tabs.${one}`)} id={`${id}-${one}-tab`} aria-controls={`${id}-panel`} />
        ))}
      </PanelTabs>
      <Pane role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}-tab`}>
        {tab === 'information' ? (
          <InformationTab entity={entity} position={position} />
        ) : position.isLocationHidden ? (
          // An empty list of trips would mean that the vehicle was not used.
          <EmptyState icon={EyeOff} title={t('hidden.trips')} text={t('hidden.tripsText')} />
        ) : (
          trips
        )}
      </Pane>
    </>
  )
}

const Head = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(1.5),
  padding: theme.spacing(0, 2.5, 1),
  [theme.breakpoints.up('md')]: { paddingTop: theme.spacing(1.5) },
}))
const PanelTabs = styled(Tabs)(({ theme }) => ({
  flex: 'none',
  padding: theme.spacing(0, 2.5),
  borderBottom: `1px solid ${vars(theme).divider}`,
})) as typeof Tabs

function PanelSkeleton() {
  return (
    <Stack aria-busy gap={1.5} pad={[1.5, 2.5]}>
      <Row gap={1.25} align="stretch">
        <Skeleton width={36} height={36} />
        <Stack gap={0.5} grow>
          <Skeleton width="45%" height={18} />
          <Skeleton width="75%" height={14} />
        </Stack>
      </Row>
      <Skeleton height={70} />
      <Skeleton width="55%" height={24} />
      {[36, 48, 48].map((height, at) => (
        <Skeleton key={at} height={height} />
      ))}
    </Stack>
  )
}
