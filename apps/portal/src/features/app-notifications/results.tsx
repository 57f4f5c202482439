import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Check, CircleX, Clock, Send, SmartphoneNfc } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../components/error-notice.js'
import { FactList } from '../../components/fact-list.js'
import { Detail, Fill, Hint, ListRow, Row, Stack, Text } from '../../components/layout/index.js'
import { RowPanel, useLastOpen } from '../../components/row-panel.js'
import { Ago } from '../../components/time/time.js'
import { ToneChip } from '../../components/tone-chip.js'
import type { components } from '../../lib/api/schema.js'
import { counted } from '../../lib/format/numbers.js'
import { type AppNotification, lastSentQuery, LOOKS, notificationQuery, resultsQuery } from './notification.js'
import { joined } from '../../lib/format/joined.js'

export function StateChip({ notification: { state, was_updated: wasUpdated } }: { notification: AppNotification }) {
  const { t } = useTranslation('appNotifications')
  // Until it is sent, a planned notification that was changed is marked as updated.
  return <ToneChip {...LOOKS[state]} label={t(state === 'planned' && wasUpdated ? 'states.updated' : `states.${state}`)} />
}

/** Shows how many customers the notification reached, and why it did not reach the other customers. */
export function Outcome({ notification }: { notification: AppNotification }) {
  const { t } = useTranslation('appNotifications')
  const { consumers_count, sent_count, waiting_count, failed_count, no_device_count } = notification
  const parts = [
    t('results.reached', { ...counted(sent_count), total: consumers_count }),
    waiting_count > 0 && t('results.waiting', counted(waiting_count)),
    failed_count > 0 && t('results.failed', counted(failed_count)),
    no_device_count > 0 && t('results.noDevice', counted(no_device_count)),
  ]
  return joined(parts)
}

/** Shows the notification sent last and its result. */
export function LastSent({ onOpen }: { onOpen: (id: number) => void }) {
  const { t } = useTranslation('appNotifications')
  const { data } = useQuery(lastSentQuery)
  if (!data) return null
  return (
    <Paper component="section" aria-label={t('lastSent')} sx={{ p: 2, mb: 2, flex: 'none' }}>
      <Row wrap gap={2}>
        <Send size={20} aria-hidden />
        <Stack gap={0} grow={240}>
          <Detail>
            {t('lastSent')} · <Ago at={data.sending_at} />
          </Detail>
          <Text weight="strong" breaks>
            {data.title}
          </Text>
          <Detail>
            <Outcome notification={data} />
          </Detail>
        </Stack>
        <StateChip notification={data} />
        <Button onClick={() => onOpen(data.id)}>{t('results.show')}</Button>
      </Row>
    </Paper>
  )
}

const SIGNS = {
  waiting: { icon: Clock, tone: 'idle' },
  sent: { icon: Check, tone: 'moving' },
  failed: { icon: CircleX, tone: 'missing' },
  'no-device': { icon: SmartphoneNfc, tone: 'quiet' },
} as const

function Result({ result }: { result: components['schemas']['NotificationRecipient'] }) {
  const { t } = useTranslation('appNotifications')
  const { name, business_name, kind, state, reason, is_copy: isCopy } = result
  const about = [kind && t(`kinds.${kind}`), isCopy ? t('results.copy') : business_name]
  return (
    <ListRow component="li">
      <Fill>
        <Text breaks>{name}</Text>
        <Detail breaks>{joined(about)}</Detail>
        {reason && <Detail breaks>{reason}</Detail>}
      </Fill>
      <ToneChip {...SIGNS[state]} label={t(`recipientStates.${state}`)} />
    </ListRow>
  )
}

function Results({ notification }: { notification: AppNotification }) {
  const { t } = useTranslation('appNotifications')
  const results = useInfiniteQuery(resultsQuery(notification))
  const found = results.data?.pages.flatMap(({ data }) => data) ?? []
  return (
    <Stack component="section" divided aria-label={t('results.title')}>
      <Text component="h3" size="heading">
        {t('results.title')}
      </Text>
      {results.error && <ErrorNotice error={results.error} onRetry={() => void results.refetch()} />}
      <Stack component="ul" gap={0}>
        {found.map((result) => (
          <Result key={result.id} result={result} />
        ))}
      </Stack>
      {results.hasNextPage && (
        <Button loading={results.isFetchingNextPage} onClick={() => void results.fetchNextPage()}>
          {t('results.more')}
        </Button>
      )}
    </Stack>
  )
}

/** Panel of one notification with its results. */
export function NotificationPanel({ id, onClose }: { id?: number; onClose: () => void }) {
  const { t } = useTranslation('appNotifications')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...notificationQuery(lastId), enabled })
  return (
    <RowPanel
      isOpen={id !== undefined}
      title={query.data?.title ?? t('panel.title')}
      query={query}
      gone={{ title: t('gone.title') }}
      onClose={onClose}
    >
      {(notification) => (
        <Stack>
          <Row>
            <StateChip notification={notification} />
          </Row>
          <Text breaks>{notification.body}</Text>
          <FactList facts={factsOf(notification, t)} />
          {notification.consumers_count > 0 && (
            <Text size="dense">
              <Outcome notification={notification} />
            </Text>
          )}
          {notification.sending_at && !notification.are_results_forgotten && <Results notification={notification} />}
          {notification.are_results_forgotten && <Hint>{t('results.forgotten')}</Hint>}
        </Stack>
      )}
    </RowPanel>
  )
}

type Say = ReturnType<typeof useTranslation<'appNotifications'>>['t']

const factsOf = ({ date, time, time_zone, recipients, business_name, author, sending_at }: AppNotification, t: Say) => [
  { label: t('columns.planned_at'), value: `${date.split('-').reverse().join('-')} ${time} (${time_zone})` },
  { label: t('columns.recipients'), value: t(`form.${recipients.kind}`) },
  { label: t('columns.business_name'), value: business_name },
  { label: t('columns.author'), value: author },
  { label: t('columns.sending_at'), value: sending_at && <Ago at={sending_at} /> },
]
