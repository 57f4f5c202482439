import { ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { Text } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { formatPrice } from '../../lib/format/numbers.js'
import { MADE_OLD, type Order } from './order.js'

/** Issues the invoice of an order that is to be paid by invoice. An issued invoice never changes. */
export function InvoiceDialog({ order, onClose }: { order: Order; onClose: () => void }) {
  const { t } = useTranslation('invoices')
  const { id, entity_name: name, total_minor, currency } = order
  const { mutate, isPending } = useChange(
    () => dataOf(api.POST('/api/v1/payments/{id}/invoice', { params: { path: { id } } })),
    useReread(...MADE_OLD, 'invoices'),
    { done: () => t('done.issue', { id }), then: onClose },
  )
  return (
    <AskDialog
      title={t('issue.title', { id })}
      act={{ label: t('issue.act'), icon: ReceiptText, isPending, onAct: () => mutate(undefined) }}
      isHeld
      onClose={onClose}
    >
      <Text>{t('issue.text', { amount: formatPrice(total_minor, currency), name })}</Text>
    </AskDialog>
  )
}
