import { CreditCard } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Action } from '../../components/action-button.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useRuntimeConfig } from '../../config/runtime-config.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { isOpen, type Order, ORDERS_KEY } from './order.js'

/**
 * Returns the action that opens the payment provider's page. Undefined if there is no provider or nothing to pay. From the
 * provider's page, the user returns to the order.
 */
export function usePaying() {
  const { t } = useTranslation('payments')
  const { payments_at: provider } = useRuntimeConfig()
  const { mutate } = useChange(
    async (id: number) => {
      const { url } = await dataOf(api.POST('/api/v1/payments/{id}/pay', { params: { path: { id } } }))
      window.location.assign(url)
    },
    useReread(ORDERS_KEY),
    { done: () => t('done.pay') },
  )
  return {
    actionsOf: (order: Order, disabledBecause: string | undefined): Action[] => {
      if (provider === null || !isOpen(order) || order.total_minor === 0) return []
      return [{ label: t('actions.pay'), icon: CreditCard, onAct: () => mutate(order.id), disabledBecause }]
    },
  }
}
