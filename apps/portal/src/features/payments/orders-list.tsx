import Link from '@mui/material/Link'
import { Ban, CircleCheck, Pencil, Receipt, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import type { Action } from '../../components/action-button.js'
import { DateTime } from '../../components/time/time.js'
import { ViewTabs } from '../../components/view-tabs.js'
import { NONE } from '../../lib/format/none.js'
import { formatPrice } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { useAddress, useOpenRow } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { choicesOf, defineList, listOf, ListTable } from '../../table/index.js'
import { OrderChip } from './order-chip.js'
import { InvoiceDialog } from './invoice-dialog.js'
import { type Billed, useInvoiceActions } from './use-invoice-actions.js'
import { usePaying } from './use-paying.js'
import { BookDialog, CancelDialog, ChangeDialog, RefundDialog } from './order-dialogs.js'
import { OrderPanel } from './order-panel.js'
import { isOpen, leftOf, METHODS, type Order, ORDERS_KEY, STATES } from './order.js'
import { joined } from '../../lib/format/joined.js'

function Day({ at }: { at: string | null }) {
  const format = useFormat()
  return at === null ? NONE : format.date(at)
}

const orders = defineList({
  texts: 'payments',
  source: listOf('/api/v1/payments', {
    key: [ORDERS_KEY],
    nameOf: ({ id, entity_name }) => joined([id, entity_name]),
    csv: { fileName: 'payments.csv' },
  }),
  icon: Receipt,
  sort: '-created_at',
  columns: {
    entity_name: {
      render: ({ entity_id: id, entity_name }) => (
        <Link component={RouterLink} to={`/entities/${id}`} color="inherit" underline="hover">
          {entity_name}
        </Link>
      ),
    },
    id: { isNumeric: true, onCard: 'meta' },
    title: { onCard: 'meta' },
    business_name: { onCard: 'meta' },
    total_minor: { isNumeric: true, onCard: 'meta', render: ({ total_minor, currency }) => formatPrice(total_minor, currency) },
    starts_at: { isOptional: true, render: ({ starts_at }) => <Day at={starts_at} /> },
    ends_at: { onCard: 'meta', render: ({ ends_at }) => (ends_at === null ? NONE : <Day at={ends_at} />) },
    paid_at: { isOptional: true, render: ({ paid_at }) => <Day at={paid_at} /> },
    method: { render: ({ method, paid_at }, t) => (paid_at === null ? NONE : t(`methods.${method ?? 'unknown'}`)) },
    user_name: { isOptional: true },
    brand: { isOptional: true },
    frame_number: { isOptional: true },
    vendor: { isOptional: true },
    created_at: { isOptional: true, render: ({ created_at }) => <DateTime at={created_at} /> },
    state: { onCard: 'state', render: ({ state }) => <OrderChip state={state} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    method: { choices: (t) => choicesOf(METHODS, (method) => t(`methods.${method}`)) },
    business_name: 'text',
    ends_at: 'period',
    paid_at: 'period',
  },
})

const VIEWS = ['all', 'expiring', 'unpaid', 'active'] as const
/** State by which each view filters (D.18). */
const STATE_OF = { all: undefined, expiring: 'expiring', unpaid: 'open', active: 'active' } as const
const DIALOGS = { book: BookDialog, change: ChangeDialog, refund: RefundDialog, cancel: CancelDialog, invoice: InvoiceDialog }
type Asked = { what: keyof typeof DIALOGS; order: Order }

/** Lists orders, newest first (D.18, R-197). The URL contains the open order. */
export function OrdersList({ onDetails }: { onDetails: (business: Billed) => void }) {
  const { t } = useTranslation('payments')
  const { openId, open, close } = useOpenRow('order')
  const address = useAddress()
  const filtered = address.text('f.state')
  const view = VIEWS.find((one) => STATE_OF[one] === filtered) ?? VIEWS[0]
  const missingRight = useMissingRight('manage:subscriptions')
  const paying = usePaying()
  const [asked, setAsked] = useState<Asked>()
  const invoicing = useInvoiceActions({ onIssue: (order) => setAsked({ what: 'invoice', order }), onDetails })
  const Dialog = asked && DIALOGS[asked.what]
  const actionsOf = (order: Order): Action[] => {
    const act = (what: Exclude<Asked['what'], 'invoice'>, mayNot: string | undefined) => ({
      label: t(`actions.${what}`),
      onAct: () => setAsked({ what, order }),
      disabledBecause: missingRight ?? (order.vendor === null ? t('ofAbove') : mayNot),
    })
    const isSettled = isOpen(order) ? undefined : t('settled')
    return [
      ...paying.actionsOf(order, missingRight ?? isSettled),
      { ...act('book', isSettled), icon: CircleCheck },
      { ...act('change', isSettled), icon: Pencil },
      { ...act('refund', leftOf(order) > 0 ? undefined : t('unpaid')), icon: Undo2 },
      ...invoicing(order, missingRight ?? (order.vendor === null ? t('ofAbove') : undefined)),
      { ...act('cancel', isSettled), icon: Ban, isDanger: true },
    ]
  }
  return (
    <>
      <ViewTabs
        label={t('views.label')}
        views={VIEWS}
        view={view}
        titleOf={(one) => t(`views.${one}`)}
        onView={(one) => address.goTo({ tab: 'orders', 'f.state': STATE_OF[one] })}
      />
      <ListTable {...orders} onOpen={({ id }) => open(id)} openId={openId} actionsOf={actionsOf} />
      <OrderPanel id={openId} actionsOf={actionsOf} onClose={close} />
      {Dialog && <Dialog order={asked.order} onClose={() => setAsked(undefined)} />}
    </>
  )
}
