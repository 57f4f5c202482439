import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { Stack } from '../../../components/layout/index.js'
import type { AuditedObject } from '../audit-entry.js'
import { historyQuery } from '../queries/history-query.js'
import { HistoryItem } from './history-item.js'

export interface ObjectHistoryProps {
  objectType: AuditedObject
  objectId: number
}

/**
 * History of one object: changes with user and time, newest first (T-16). It has no heading and no padding, because a panel
 * contains it. The route passes it to the panel.
 */
export function ObjectHistory({ objectType, objectId }: ObjectHistoryProps) {
  const { t } = useTranslation('audit')
  const history = useInfiniteQuery(historyQuery(objectType, objectId))
  if (history.isPending) return <HistorySkeleton label={t('history.loading')} />
  if (history.isError && !history.data) return <ErrorNotice error={history.error} onRetry={() => void history.refetch()} />
  const entries = history.data.pages.flatMap(({ data }) => data)
  if (entries.length === 0) return <EmptyState icon={History} title={t('history.empty')} text={t('history.emptyText')} />
  return (
    <Stack gap={1.5} align="start">
      <ol aria-label={t('history.title')}>
        {entries.map((entry) => (
          <HistoryItem key={entry.id} entry={entry} />
        ))}
      </ol>
      {history.hasNextPage && (
        <ActionButton
          variant="text"
          size="small"
          loading={history.isFetchingNextPage}
          label={t('history.more')}
          onClick={() => void history.fetchNextPage()}
          sx={{ minHeight: { xs: 44, md: 32 } }}
        />
      )}
    </Stack>
  )
}

const HistorySkeleton = ({ label }: { label: string }) => (
  <Stack role="status" aria-label={label} aria-busy>
    {Array.from({ length: 4 }, (_, row) => (
      <Skeleton key={row} height={48} />
    ))}
  </Stack>
)
