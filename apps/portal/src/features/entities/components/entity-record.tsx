import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { FactList } from '../../../components/fact-list.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { usePermission } from '../../../lib/session/session.js'
import type { Entity } from '../entity-list.js'
import { entityRecordQuery } from '../queries/entity-queries.js'
import type { TimelineItem } from '../queries/timeline-query.js'
import type { EntitiesAddress } from '../use-entities-address.js'
import { type Asked, type EntityPaths, useEntityActions } from '../use-entity-actions.js'
import { useVehicleFacts } from '../use-vehicle-facts.js'
import { AskedDialog } from './asked-dialog.js'
import { EntityFormDrawer } from './entity-form-drawer.js'
import { QrDialog } from './qr-dialog.js'
import { RecordHeader } from './record-header.js'
import { Timeline } from './timeline.js'
import { UnregisteredNotice } from './unregistered-notice.js'

interface EntityRecordProps {
  id: number
  address: EntitiesAddress
  paths: EntityPaths
  /** State and map, of other features; absent where this user may not see the map. */
  map?: ReactNode
  /** What wants to be seen first, of another feature. */
  notice?: ReactNode
  renderChanges: (edit: NonNullable<TimelineItem['edit']>) => ReactNode
  onTitle: (title: string) => ReactNode
  onDeleted: () => void
}

/** D.6: one vehicle with its whole life: who it is, where it is, what happened to it. */
export function EntityRecord({ id, onTitle, ...rest }: EntityRecordProps) {
  const { t } = useTranslation('entities')
  const { timeZone } = useFormat()
  const query = useQuery(entityRecordQuery(id, timeZone))
  if (query.error && !query.data) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  if (query.isPending) return <Skeleton variant="rectangular" height={480} sx={{ m: 3 }} />
  if (!query.data) return <EmptyState icon={SearchX} titleComponent="h1" title={t('panel.gone')} text={t('panel.goneText')} />
  return (
    <>
      {onTitle(query.data.name)}
      <Loaded entity={query.data} {...rest} />
    </>
  )
}

type LoadedProps = Omit<EntityRecordProps, 'id' | 'onTitle'> & { entity: Entity }

function Loaded({ entity, address, paths, map, notice, renderChanges, onDeleted }: LoadedProps) {
  const { t } = useTranslation('entities')
  const [asked, setAsked] = useState<Asked>()
  const [isQrShown, setIsQrShown] = useState(false)
  const showQr = () => setIsQrShown(true)
  const actionsOf = useEntityActions({ paths, onEdit: ({ id }) => address.edit(id), onQr: showQr, onAsk: setAsked }, true)
  return (
    <Box sx={{ maxWidth: 1680, mx: 'auto', px: { xs: 2, md: 4 }, py: 3, display: 'grid', gap: 2 }}>
      <RecordHeader entity={entity} actions={actionsOf(entity)} onQr={showQr} />
      {entity.vehicle_type === 'unregistered' && <UnregisteredNotice />}
      {notice}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          alignItems: 'start',
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
        }}
      >
        <Box sx={{ display: 'grid', gap: 2, minWidth: 0, order: { xs: 1, lg: 0 } }}>
          {map && <Card title={t('page.map')}>{map}</Card>}
          <Card title={t('timeline.title')}>
            <Timeline entityId={entity.id} renderChanges={renderChanges} />
          </Card>
        </Box>
        <Cards entity={entity} />
      </Box>
      {address.form && <EntityFormDrawer id={entity.id} onClose={address.close} onSaved={address.close} />}
      {isQrShown && <QrDialog entities={[entity]} onClose={() => setIsQrShown(false)} />}
      {asked && (
        <AskedDialog
          asked={asked}
          onClose={(isDone) => {
            setAsked(undefined)
            if (isDone) onDeleted()
          }}
        />
      )}
    </Box>
  )
}

/** R-165 card by card; what this user may not see is absent. */
function Cards({ entity }: { entity: Entity }) {
  const { t } = useTranslation('entities')
  const facts = useVehicleFacts(entity)
  const seesCustomer = usePermission('update:entity')
  const tags = entity.tags ?? []
  const none = (text: string) => (
    <Typography variant="body2" color="textSecondary">
      {text}
    </Typography>
  )
  return (
    <Box sx={{ display: 'grid', gap: 2, minWidth: 0 }}>
      <Card title={t('page.vehicle')}>
        <FactList facts={[...facts.vehicle, ...facts.owner]} />
      </Card>
      <Card title={t('page.tracker')}>{entity.imei ? <FactList facts={facts.tracker} /> : none(t('page.noTracker'))}</Card>
      {seesCustomer && (
        <Card title={t('page.customer')}>
          {entity.consumer_name ? <FactList facts={facts.customer} /> : none(t('page.noCustomer'))}
        </Card>
      )}
      <Card title={t('page.tags')}>
        {tags.length === 0 ? (
          none(t('page.noTags'))
        ) : (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75 }}>
            {tags.map((tag) => (
              <Chip key={tag.id} variant="outlined" label={tag.name} sx={{ maxWidth: '100%' }} />
            ))}
          </Box>
        )}
      </Card>
    </Box>
  )
}

function Card({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Typography variant="h2" id={id} sx={{ mb: 1.5 }}>
        {title}
      </Typography>
      {children}
    </Paper>
  )
}
