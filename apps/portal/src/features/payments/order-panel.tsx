import Alert from '@mui/material/Alert'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { type Action, ActionRow } from '../../components/action-button.js'
import { FactList } from '../../components/fact-list.js'
import { Row, Stack, Text } from '../../components/layout/index.js'
import { RowPanel, useLastOpen } from '../../components/row-panel.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { formatDay } from '../../lib/day-range.js'
import { formatPrice } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { PATHS } from '../../lib/paths.js'
import { OrderChip } from './order-chip.js'
import { isOpen, type Order, orderQuery } from './order.js'

const PAID_SOON_MS = 5_000

interface OrderPanelProps {
  /** Absent while no panel is open. */
  id?: number
  actionsOf: (order: Order) => readonly Action[]
  onClose: () => void
}

/** One order beside the list: its history, vehicle and actions. */
export function OrderPanel({ id, actionsOf, onClose }: OrderPanelProps) {
  const { t } = useTranslation('payments')
  const { payments_at } = useRuntimeConfig()
  const { lastId, enabled } = useLastOpen(id)
  const query = useQuery({
    ...orderQuery(lastId),
    enabled,
    // Polls an unpaid order, because the provider may report the payment only after the user has returned from the provider's
    // page.
    refetchInterval: ({ state: { data } }) => (payments_at && data && isOpen(data) ? PAID_SOON_MS : false),
  })
  return (
    <RowPanel
      isOpen={id !== undefined}
      query={query}
      gone={{ title: t('panel.gone') }}
      title={t('panel.title', { id: lastId })}
      subtitle={query.data?.title}
      onClose={onClose}
    >
      {(order) => (
        <Stack>
          <Row>
            <OrderChip state={order.state} />
          </Row>
          <Waiting order={order} />
          {order.payment_problem && <Alert severity="warning">{t(`problems.${order.payment_problem}`)}</Alert>}
          <ActionRow actions={actionsOf(order)} />
          <Course order={order} />
          <Facts order={order} />
        </Stack>
      )}
    </RowPanel>
  )
}

/** Shows the course of an order: when it was created, paid, started and refunded, and when it ends. */
function Course({ order }: { order: Order }) {
  const { t } = useTranslation('payments')
  const format = useFormat()
  const at = (moment: string | null) => moment && format.dateTime(moment)
  return (
    <FactList
      facts={[
        { label: t('columns.created_at'), value: at(order.created_at) },
        { label: t('columns.paid_at'), value: at(order.paid_at) },
        { label: t('columns.starts_at'), value: at(order.starts_at) },
        { label: t('columns.ends_at'), value: at(order.ends_at) },
        { label: t('panel.refunded_at'), value: at(order.refunded_at) },
      ]}
    />
  )
}

/** Explains what the order waits for, or its result. */
function Waiting({ order: { state, starts_at: from, ends_at: till } }: { order: Order }) {
  const { t } = useTranslation('payments')
  const format = useFormat()
  const key = state === 'open' && from !== null ? 'openCovered' : state === 'paid' && from === null ? 'paidForNothing' : state
  return <Text tone="secondary">{t(`waits.${key}`, { from: from && format.date(from), till: till && format.date(till) })}</Text>
}

/** Shows the state of the order's invoice, or why there is none. */
function InvoiceState({ order: { invoice_id: id, not_invoiced: reason, business_name: name } }: { order: Order }) {
  const { t } = useTranslation('invoices')
  if (reason !== null) return t(`notInvoiced.${reason}`, { name })
  return id === null ? null : t('issued')
}

function Facts({ order }: { order: Order }) {
  const { t } = useTranslation(['payments', 'invoices'])
  const { currency, insurance_starts_on: from, insurance_ends_on: till } = order
  const day = (on: string | null) => (on === null ? '…' : formatDay(on))
  return (
    <FactList
      facts={[
        {
          label: t('columns.entity_name'),
          value: (
            <Link component={RouterLink} to={`${PATHS.entities}/${order.entity_id}`}>
              {order.entity_name}
            </Link>
          ),
        },
        { label: t('columns.brand'), value: order.brand },
        { label: t('columns.frame_number'), value: order.frame_number },
        { label: t('columns.business_name'), value: order.business_name },
        { label: t('columns.vendor'), value: order.vendor },
        { label: t('columns.user_name'), value: order.user_name },
        { label: t('panel.price'), value: formatPrice(order.price_minor, currency) },
        { label: t('panel.vat'), value: formatPrice(order.vat_minor, currency) },
        { label: t('columns.total_minor'), value: formatPrice(order.total_minor, currency) },
        { label: t('panel.refunded'), value: order.refunded_minor > 0 ? formatPrice(order.refunded_minor, currency) : null },
        { label: t('columns.method'), value: order.paid_at && t(`methods.${order.method ?? 'unknown'}`) },
        { label: t('invoices:kinds.invoice'), value: <InvoiceState order={order} /> },
        { label: t('panel.note'), value: order.note },
        { label: t('panel.insurance'), value: from && `${day(from)} – ${day(till)}` },
      ]}
    />
  )
}
