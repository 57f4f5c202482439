import Typography from '@mui/material/Typography'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Action, ActionButton, ActionRow } from '../../components/action-button.js'
import { FactList } from '../../components/fact-list.js'
import { Hint, ListRow, Row, SmallHint, Stack, Text } from '../../components/layout/index.js'
import { Loaded } from '../../components/loaded.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { RowPanel, useLastOpen } from '../../components/row-panel.js'
import { Ago } from '../../components/time/time.js'
import { useFormat } from '../../lib/format/use-format.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { DeliveryChip, WebhookChip } from './webhook-cells.js'
import { deliveriesQuery, KINDS, replay, type Webhook, type WebhookDelivery, webhookQuery, WEBHOOKS_KEY } from './webhook.js'
import { joined } from '../../lib/format/joined.js'

interface WebhookPanelProps {
  /** Absent while no panel is open. */
  id?: number
  onClose: () => void
  actionsOf: (webhook: Webhook) => readonly Action[]
}

/** One webhook: state, events and deliveries. */
export function WebhookPanel({ id, onClose, actionsOf }: WebhookPanelProps) {
  const { t } = useTranslation('webhooks')
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({ ...webhookQuery(lastId), enabled })
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('detail.gone') }}
      title={query.data?.name ?? t('detail.title')}
      subtitle={query.data?.business_name}
      onClose={onClose}
    >
      {(webhook) => (
        <Stack gap={2.5}>
          <Facts webhook={webhook} />
          <ActionRow actions={actionsOf(webhook)} />
          <div>
            <Typography variant="h2" component="h3" sx={{ mb: 1 }}>
              {t('deliveries.title')}
            </Typography>
            <Deliveries webhook={webhook} isOpen={id !== undefined} />
          </div>
        </Stack>
      )}
    </RowPanel>
  )
}

function Facts({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const kinds = KINDS.filter((kind) => webhook.kinds.includes(kind)).map((kind) => t(`kinds.${kind}`))
  const { failing_since_at: since, previous_secret_ends_at: ends } = webhook
  return (
    <FactList
      facts={[
        { label: t('columns.state'), value: <WebhookChip state={webhook.state} /> },
        { label: t('columns.url'), value: <code>{webhook.url}</code> },
        { label: t('columns.kinds'), value: kinds.join(', ') },
        { label: t('columns.includes_below'), value: t(webhook.includes_below ? 'below.yes' : 'below.no') },
        { label: t('columns.last_success_at'), value: <Ago at={webhook.last_success_at} never={t('never')} /> },
        { label: t('columns.failing_since_at'), value: since && format.dateTime(since) },
        { label: t('columns.previous_secret_ends_at'), value: ends && format.dateTime(ends) },
        { label: t('columns.created_at'), value: format.dateTime(webhook.created_at) },
      ]}
    />
  )
}

/** Lists the latest deliveries, newest first, with the reasons for failures. */
function Deliveries({ webhook, isOpen }: { webhook: Webhook; isOpen: boolean }) {
  const { t } = useTranslation('webhooks')
  const query = useQuery({ ...deliveriesQuery(webhook.id), enabled: isOpen })
  useFollowing(query.data)
  return (
    <Loaded query={query}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <Hint>{t('deliveries.none')}</Hint>
        ) : (
          <Stack gap={0} component="ul" aria-label={t('deliveries.title')}>
            {deliveries.map((delivery) => (
              <Delivery key={delivery.id} delivery={delivery} isOff={!webhook.active} />
            ))}
          </Stack>
        )
      }
    </Loaded>
  )
}

/** Reads the list of webhooks and the data of this webhook again when its deliveries change. */
function useFollowing(deliveries: readonly WebhookDelivery[] | undefined) {
  const queries = useQueryClient()
  const known = deliveries?.map(({ id, state, attempts }) => `${id} ${state} ${attempts}`).join()
  useEffect(() => {
    if (known !== undefined) void queries.invalidateQueries({ queryKey: [WEBHOOKS_KEY] })
  }, [queries, known])
}

function Delivery({ delivery, isOff }: { delivery: WebhookDelivery; isOff: boolean }) {
  const { t } = useTranslation('webhooks')
  const format = useFormat()
  const missingRight = useMissingRight('manage:tokens')
  const again = useChange(() => replay(delivery.id), useReread(WEBHOOKS_KEY), { done: () => t('done.replay') })
  const { kind, state, entity_name: vehicle, happened_at: at, next_at: next } = delivery
  const refusal = missingRight ?? (isOff ? t('deliveries.isOff') : state === 'waiting' ? t('deliveries.waits') : undefined)
  return (
    <ListRow component="li">
      <Stack gap={0.5} grow>
        <Row wrap>
          <Text weight="medium">{t(`kinds.${kind}`)}</Text>
          <DeliveryChip state={state} />
        </Row>
        <SmallHint>{joined([vehicle, format.dateTime(at), useOutcome(delivery)])}</SmallHint>
        {state === 'waiting' && next !== null && delivery.attempts > 0 && (
          <SmallHint>{t('deliveries.next', { at: format.dateTime(next) })}</SmallHint>
        )}
      </Stack>
      <ActionButton
        size="small"
        icon={RotateCw}
        label={t('deliveries.replay')}
        disabledBecause={refusal}
        loading={again.isPending}
        onClick={() => again.mutate(undefined)}
      />
    </ListRow>
  )
}

/** Returns the result of the last attempt in brief. */
function useOutcome({ status, problem, took_ms: took, attempts }: WebhookDelivery): string {
  const { t } = useTranslation('webhooks')
  const answer = problem === null ? status !== null && t('deliveries.status', { status }) : t(`problems.${problem}`)
  const words = [
    answer,
    took !== null && t('deliveries.took', { ms: took }),
    attempts > 1 && t('deliveries.attempts', { count: attempts }),
  ]
  return joined(words)
}
