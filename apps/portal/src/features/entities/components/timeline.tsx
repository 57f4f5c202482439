import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { TIMELINE_TYPES, type TimelineItem, timelineQuery, type TimelineType } from '../queries/timeline-query.js'
import { TimelineRow } from './timeline-item.js'

interface TimelineProps {
  entityId: number
  renderChanges: (edit: NonNullable<TimelineItem['edit']>) => ReactNode
}

const TYPES = Object.keys(TIMELINE_TYPES) as TimelineType[]

/** T-04: the whole life of a vehicle, newest first, all of it or one type. */
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
