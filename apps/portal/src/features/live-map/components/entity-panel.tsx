import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Pane, Row, Stack } from '../../../components/layout/layout.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import type { PositionsStore } from '../../../live/positions-store.js'
import { useEntityPosition } from '../../../live/use-entity-position.js'
import { newest, positionOf } from '../entity-facts.js'
import { type Entity, entityQuery } from '../queries/entity-query.js'
import { EntityHeader } from './entity-header.js'
import { FactStrip } from './fact-strip.js'
import { HiddenLine, InformationTab } from './information-tab.js'

type PanelTab = 'trips' | 'information'

export interface EntityPanelProps {
  entityId: number
  positions: PositionsStore
  /** The tab of the other feature; the route brings it. */
  trips: ReactNode
  pagePath?: string
  onClose?: () => void
}

/** What the drawer says of one vehicle: header, its three facts, trips and information. */
export function EntityPanel({ entityId, positions, trips, pagePath, onClose }: EntityPanelProps) {
  const { data: entity, error, refetch } = useQuery(entityQuery(entityId))
  // the failure is shown in the drawer; what was read before is not shown as if it were true.
  if (error) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (!entity) return <PanelSkeleton />
  return <LoadedPanel entity={entity} positions={positions} trips={trips} pagePath={pagePath} onClose={onClose} />
}

type LoadedPanelProps = Omit<EntityPanelProps, 'entityId'> & { entity: Entity }

function LoadedPanel({ entity, positions, trips, pagePath, onClose }: LoadedPanelProps) {
  const { t } = useTranslation('map')
  const id = useId()
  const [tab, setTab] = useState<PanelTab>('trips')
  const position = newest(positionOf(entity), useEntityPosition(positions, entity.id))
  return (
    <>
      <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1.5, px: 2.5, pt: { xs: 0, md: 1.5 }, pb: 1 }}>
        <EntityHeader entity={entity} position={position} pagePath={pagePath} onClose={onClose} />
        <FactStrip position={position} lifecycle={entity.lifecycle} createdAt={entity.created_at} />
        {position.isLocationHidden && <HiddenLine />}
      </Box>
      <Tabs
        value={tab}
        onChange={(_, chosen: PanelTab) => setTab(chosen)}
        aria-label={t('tabs.label')}
        sx={{ px: 2.5, flex: 'none', borderBottom: 1, borderColor: 'divider' }}
      >
        <Tab value="trips" label={t('tabs.trips')} id={`${id}-trips-tab`} aria-controls={`${id}-panel`} />
        <Tab value="information" label={t('tabs.information')} id={`${id}-information-tab`} aria-controls={`${id}-panel`} />
      </Tabs>
      <Pane role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tab}-tab`}>
        {tab === 'trips' ? trips : <InformationTab entity={entity} position={position} />}
      </Pane>
    </>
  )
}

function PanelSkeleton() {
  return (
    <Box aria-busy sx={{ display: 'grid', gap: 1.5, px: 2.5, pt: 1.5 }}>
      <Row gap={1.25} align="stretch">
        <Skeleton width={36} height={36} />
        <Stack gap={0.5} grow>
          <Skeleton width="45%" height={18} />
          <Skeleton width="75%" height={14} />
        </Stack>
      </Row>
      <Skeleton height={70} />
      <Skeleton width="55%" height={24} />
      <Skeleton height={36} />
      <Skeleton height={48} />
      <Skeleton height={48} />
    </Box>
  )
}
