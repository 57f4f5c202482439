import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  History,
  ArrowLeftRight,
  BadgeCheck,
  CircleMinus,
  PackageCheck,
  Pencil,
  Route,
  SearchCheck,
  Siren,
  type LucideIcon,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Span, Text } from '../../../components/layout/index.js'
import { formatDistance, formatImei, counted } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { TIMELINE_TYPES, type TimelineItem, timelineQuery, type TimelineType } from '../queries/timeline-query.js'

interface TimelineProps {
  entityId: number
  renderChanges: (edit: NonNullable<TimelineItem['edit']>) => ReactNode
}

const TYPES = Object.keys(TIMELINE_TYPES) as TimelineType[]

/** History of a vehicle, newest first, complete or filtered by type (T-04). */
export function Timeline({ entityId, renderChanges }: TimelineProps) {
  const { t } = useTranslation('entities')
  const { timeZone } = useFormat()
  const [type, setType] = useState<TimelineType>()
  const query = useInfiniteQuery(timelineQuery(entityId, type, timeZone))
  const items = query.data?.pages.flatMap(({ data }) => data)
  return (
    <>
      <Box role="group" aria-label={t('timeline.filter')} sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.75, mb: 1.5 }}>
        {[undefined, ...TYPES].map((one) => (
          <Chip
            key={one ?? 'all'}
            label={t(`timeline.${one ?? 'all'}`)}
            variant={one === type ? 'filled' : 'outlined'}
            color={one === type ? 'primary' : 'default'}
            aria-pressed={one === type}
            onClick={() => setType(one)}
          />
        ))}
      </Box>
      {query.isError && !items && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Skeleton variant="rectangular" height={200} />}
      {items?.length === 0 && <EmptyState icon={History} title={t('timeline.empty')} text={t('timeline.emptyText')} />}
      {items && items.length > 0 && (
        <ol aria-label={t('timeline.title')}>
          {items.map((item) => (
            <TimelineRow key={item.id} item={item} renderChanges={renderChanges} />
          ))}
        </ol>
      )}
      {query.hasNextPage && (
        <ActionButton fullWidth loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} sx={{ mt: 1 }}>
          {t('timeline.more')}
        </ActionButton>
      )}
    </>
  )
}

const icons: Record<TimelineItem['kind'], LucideIcon> = {
  install: PackageCheck,
  verified: BadgeCheck,
  swap: ArrowLeftRight,
  removal: CircleMinus,
  trips: Route,
  case: Siren,
  'case-end': SearchCheck,
  edit: Pencil,
}

interface TimelineRowProps {
  item: TimelineItem
  /** Renders the changes field by field. The route passes this function as a prop, because it belongs to another feature. */
  renderChanges: (edit: NonNullable<TimelineItem['edit']>) => ReactNode
}

/** One entry: event, time, user and details. */
function TimelineRow({ item, renderChanges }: TimelineRowProps) {
  const { t } = useTranslation('entities')
  const format = useFormat()
  const title = useTitle(item)
  const { kind, at, actor, tracker, trips, edit } = item
  const Icon = icons[kind]
  const imei = (text: string | null) => (text === null ? t('timeline.unknown') : formatImei(text))
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1.5, py: 1.25, borderTop: 1, borderColor: 'divider' }}>
      <Box
        sx={{
          display: 'grid',
          placeContent: 'center',
          flex: 'none',
          width: 28,
          height: 28,
          borderRadius: '8px',
          bgcolor: kind === 'case' ? 'missing.soft' : 'surface.subtle',
          color: kind === 'case' ? 'missing.main' : 'text.secondary',
        }}
      >
        <Icon size={15} />
      </Box>
      <Text size="dense" breaks grow>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 1 }}>
          <Span weight="strong">{title}</Span>
          <Span tone="secondary" tabular>
            {trips ? format.date(at) : format.dateTime(at)}
            {actor && ` · ${t('timeline.by', { name: actor })}`}
          </Span>
        </Box>
        {tracker && (
          <Text tabular>
            {kind === 'swap'
              ? t('timeline.swapped', { from: imei(tracker.previous_imei), to: imei(tracker.imei) })
              : imei(tracker.imei)}
          </Text>
        )}
        {tracker?.reason && <Text tone="secondary">{tracker.reason}</Text>}
        {edit && edit.action !== 'entity.create' && renderChanges(edit)}
      </Text>
    </Box>
  )
}

function useTitle({ kind, trips, case_state, edit }: TimelineItem): string {
  const { t, i18n } = useTranslation('entities')
  const format = useFormat()
  if (trips) {
    const [distance, duration] = [formatDistance(trips.distance_m), format.duration(trips.duration_s)]
    return t('timeline.day', { ...counted(trips.trips), distance, duration })
  }
  if (edit) {
    const key = `timeline.actions.${edit.action.replaceAll('.', '_')}`
    return i18n.exists(key, { ns: 'entities' }) ? t(key as 'timeline.actions.entity_update') : edit.action
  }
  if (kind === 'case-end' && (case_state === 'resolved' || case_state === 'closed')) return t(`timeline.kinds.${case_state}`)
  return t(`timeline.kinds.${kind as Exclude<typeof kind, 'trips' | 'edit'>}`)
}
