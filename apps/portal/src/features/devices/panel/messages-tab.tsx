import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Lock, Radio, RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { Stack } from '../../../components/layout/index.js'
import { EmptyState } from '../../../components/empty-state.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import type { Device } from '../device.js'
import { messagesQuery } from '../queries/device-queries.js'
import { MessageItem } from './message-item.js'

/** What the tracker sent in the last day, newest first: raw, decoded, and what was rejected and why. */
export function MessagesTab({ device }: { device: Device }) {
  const { t } = useTranslation('devices')
  const missingRight = useMissingRight('create:entity')
  const query = useInfiniteQuery({ ...messagesQuery(device.imei), enabled: missingRight === undefined })
  if (missingRight !== undefined) return <EmptyState icon={Lock} title={missingRight} />
  if (query.isPending) return <Skeleton height={160} />
  if (query.isError && !query.data) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  const messages = query.data.pages.flatMap(({ data }) => data)
  return (
    <Stack gap={1.5} align="start">
      <ActionButton size="small" loading={query.isRefetching} icon={RefreshCw} onClick={() => void query.refetch()}>
        {t('messages.refresh')}
      </ActionButton>
      {messages.length === 0 && (
        <Box sx={{ justifySelf: 'stretch' }}>
          <EmptyState icon={Radio} title={t('messages.none')} text={t('messages.noneText')} />
        </Box>
      )}
      <Box component="ol" aria-label={t('panel.messages')} sx={{ m: 0, p: 0, width: '100%', listStyle: 'none' }}>
        {messages.map((message, at) => (
          <MessageItem key={`${message.stored_at}-${at}`} message={message} />
        ))}
      </Box>
      {query.hasNextPage && (
        <ActionButton
          variant="text"
          size="small"
          loading={query.isFetchingNextPage}
          label={t('messages.older')}
          onClick={() => void query.fetchNextPage()}
          sx={{ minHeight: { xs: 44, md: 32 } }}
        />
      )}
    </Stack>
  )
}
