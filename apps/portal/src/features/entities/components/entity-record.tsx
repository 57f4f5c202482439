import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import type { Entity } from '../entity.js'
import { entityRecordQuery } from '../queries/entity-queries.js'
import type { TimelineItem } from '../queries/timeline-query.js'
import type { EntitiesAddress } from '../use-entities-address.js'
import { type Asked, type EntityPaths, useEntityActions } from '../use-entity-actions.js'
import { OpenCaseCard } from '../missing/open-case-card.js'
import { ReportDialog } from '../missing/report-dialog.js'
import { usePrimaryAction } from '../use-primary-action.js'
import { AskedDialog } from './asked-dialog.js'
import { EntityFormDrawer } from './entity-form-drawer.js'
import { InstallDialog } from './install-dialog.js'
import { QrDialog } from './qr-dialog.js'
import { RecordActions } from './record-actions.js'
import { RecordCard } from './record-card.js'
import { RecordCards } from './record-cards.js'
import { RecordHeader } from './record-header.js'
import { Timeline } from './timeline.js'
import { UnregisteredNotice } from './unregistered-notice.js'

interface EntityRecordProps {
  id: number
  address: EntitiesAddress
  paths: EntityPaths
  /** State and map of the vehicle, from another feature. Absent if the user is not allowed to see the map. */
  map?: ReactNode
  /** Notice at the top, from another feature. */
  notice?: ReactNode
  renderChanges: (edit: NonNullable<TimelineItem['edit']>) => ReactNode
  onTitle: (title: string) => ReactNode
  /** Gives the vehicle a subscription, in another feature. Absent without the right. */
  onSubscribe?: (entity: Entity) => void
  /** Renders unpaid subscription orders, from another feature. Absent without the right. */
  renderOrders?: (entity: Entity) => ReactNode
  /** Renders the insurance, from another feature. Absent without the right. */
  renderInsurance?: (entity: Entity) => ReactNode
  /** Renders due and past maintenance, from another feature. Absent without the right. */
  renderServices?: (entity: Entity) => ReactNode
  /** Renders photos, from another feature. */
  renderPhotos?: (entity: Entity) => ReactNode
  /** Opens tagging, from another feature. */
  onTag: (entity: Entity) => void
  onDeleted: () => void
}

/** Page of one vehicle: data, location and history (D.6). */
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

function Loaded({
  entity,
  address,
  paths,
  map,
  notice,
  renderChanges,
  renderOrders,
  renderInsurance,
  renderServices,
  renderPhotos,
  onTag,
  onSubscribe,
  onDeleted,
}: LoadedProps) {
  const { t } = useTranslation('entities')
  const isNarrow = useIsNarrow()
  const [asked, setAsked] = useState<Asked>()
  const [dialog, setDialog] = useState<'qr' | 'report' | 'install'>()
  const [show, close] = [(name: typeof dialog) => () => setDialog(name), () => setDialog(undefined)]
  const edit = () => address.edit(entity.id)
  const ways = { paths, onTag, onEdit: edit, onQr: show('qr'), onReport: show('report'), onAsk: setAsked }
  const actions = useEntityActions(ways, true)(entity)
  const primary = usePrimaryAction(entity, paths, show('install'))
  return (
    <Box sx={{ maxWidth: 1680, mx: 'auto', px: { xs: 2, md: 4 }, pt: 3, pb: { xs: 0, md: 3 }, display: 'grid', gap: 2 }}>
      <RecordHeader entity={entity} primary={primary} actions={actions} onQr={show('qr')} isToldElsewhere={Boolean(map)} />
      {entity.lifecycle === 'missing' && <OpenCaseCard entityId={entity.id} />}
      {entity.vehicle_type === 'unregistered' && (
        <UnregisteredNotice installPath={entity.imei === null ? undefined : paths.install?.(entity.imei)} />
      )}
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
          {map && <RecordCard title={t('page.map')}>{map}</RecordCard>}
          <RecordCard title={t('timeline.title')}>
            <Timeline entityId={entity.id} renderChanges={renderChanges} />
          </RecordCard>
        </Box>
        <RecordCards
          entity={entity}
          onEdit={edit}
          onTag={() => onTag(entity)}
          onSubscribe={onSubscribe && (() => onSubscribe(entity))}
          orders={renderOrders?.(entity)}
          insurance={renderInsurance?.(entity)}
          services={renderServices?.(entity)}
          photos={renderPhotos?.(entity)}
        />
      </Box>
      {isNarrow && <RecordActions entity={entity} primary={primary} actions={actions} isBar />}
      {address.form && <EntityFormDrawer id={entity.id} onClose={address.close} onSaved={address.close} />}
      {dialog === 'qr' && <QrDialog entities={[entity]} onClose={close} />}
      {dialog === 'report' && <ReportDialog entity={entity} onClose={close} />}
      {dialog === 'install' && <InstallDialog entity={entity} onClose={close} />}
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
