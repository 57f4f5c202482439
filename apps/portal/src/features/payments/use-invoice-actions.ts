import { FileDown, IdCard, ReceiptText } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../components/action-button.js'
import { useChange } from '../../components/notifications/use-change.js'
import { api, unwrap } from '../../lib/api/api-client.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { download } from '../../table/index.js'
import type { Order } from './order.js'

/** Business whose invoice data is edited. */
export interface Billed {
  id: number
  name: string
}

interface Ways {
  /** Asks whether to issue the invoice. */
  onIssue: (order: Order) => void
  onDetails: (business: Billed) => void
}

/** Returns the actions for the invoice of an order. */
export function useInvoiceActions({ onIssue, onDetails }: Ways) {
  const { t } = useTranslation('invoices')
  const missingRight = useMissingRight('update:business')
  const { mutate } = useChange(
    async (id: number) => {
      const file = await unwrap(api.GET('/api/v1/invoices/{id}/pdf', { params: { path: { id } }, parseAs: 'blob' }))
      download(file, `${t('kinds.invoice')}.pdf`)
    },
    () => Promise.resolve(),
    {},
  )
  return (order: Order, mayNotIssue: string | undefined): Action[] => {
    const { invoice_id: invoice, not_invoiced: reason, business_id: id, business_name: name, vendor_id: sellerId, vendor } = order
    const why = reason === null || reason === 'payment' || reason === 'issue' ? undefined : t(`notInvoiced.${reason}`, { name })
    const show = { label: t('actions.open'), icon: FileDown, onAct: () => invoice !== null && mutate(invoice) }
    const issue = {
      label: t('actions.issue'),
      icon: ReceiptText,
      onAct: () => onIssue(order),
      disabledBecause: mayNotIssue ?? why,
    }
    const details = (label: string, business: Billed) => ({
      label,
      icon: IdCard,
      onAct: () => onDetails(business),
      disabledBecause: missingRight,
    })
    const lacksSeller = reason === 'seller-details' && sellerId !== null && vendor !== null
    return [
      invoice === null ? issue : show,
      ...(lacksSeller ? [details(t('actions.sellerDetails'), { id: sellerId, name: vendor })] : []),
      details(t('actions.details'), { id, name }),
    ]
  }
}
