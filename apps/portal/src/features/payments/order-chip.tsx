import { Ban, Check, CircleCheck, CircleSlash, CircleX, Hourglass, ReceiptText, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ToneChip } from '../../components/tone-chip.js'
import type { Order } from './order.js'

const looks = {
  open: { icon: ReceiptText, tone: 'warning' },
  paid: { icon: CircleCheck, tone: 'moving' },
  active: { icon: Check, tone: 'moving' },
  expiring: { icon: Hourglass, tone: 'warning' },
  expired: { icon: CircleSlash, tone: 'quiet' },
  cancelled: { icon: Ban, tone: 'quiet' },
  failed: { icon: CircleX, tone: 'missing' },
  refunded: { icon: Undo2, tone: 'quiet' },
} as const

/** Shows the state of an order (G-73). */
export function OrderChip({ state }: Pick<Order, 'state'>) {
  const { t } = useTranslation('payments')
  return <ToneChip {...looks[state]} label={t(`states.${state}`)} />
}
