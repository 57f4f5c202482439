import { Ban, CircleCheck, Save, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { DateField } from '../../components/date-fields/date-field.js'
import { Field } from '../../components/field.js'
import { Stack, Text } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { unchanged } from '../../lib/api/headers.js'
import { useClock } from '../../lib/clock.js'
import { dayOf, isDay, noonOf } from '../../lib/day-range.js'
import { fromMinor, isAmount, toMinor } from '../../lib/format/amounts.js'
import { formatPrice } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { leftOf, MADE_OLD, type Order } from './order.js'

interface OrderDialogProps {
  order: Order
  onClose: () => void
}

/** Records a payment by hand, with the bank's reference. */
export function BookDialog({ order, onClose }: OrderDialogProps) {
  const { t } = useTranslation('payments')
  const { id, entity_name: name, total_minor, currency } = order
  const clock = useClock()
  const { timeZone } = useFormat()
  const now = new Date(clock.now()).toISOString()
  const today = dayOf(now, timeZone)
  const [note, setNote] = useState('')
  const [day, setDay] = useState(today)
  const amount = formatPrice(total_minor, currency)
  const { mutate, isPending } = useChange(
    () => {
      // Uses the present time for today, because noon of today may be in the future. Uses noon for other days.
      const body = { paid_at: day === today ? now : noonOf(day, timeZone), note: note || null }
      return dataOf(api.POST('/api/v1/payments/{id}/book', { params: { path: { id } }, body }))
    },
    useReread(...MADE_OLD),
    { done: () => t('done.book', { amount, name }), then: onClose },
  )
  return (
    <AskDialog
      title={t('book.title', { id })}
      act={{
        label: t('book.act'),
        icon: CircleCheck,
        isPending,
        isDisabled: !isDay(day) || day > today,
        onAct: () => mutate(undefined),
      }}
      isHeld
      onClose={onClose}
    >
      <Stack>
        <Text>{t('book.text', { amount, name })}</Text>
        <DateField label={t('book.day')} value={day} onChange={setDay} max={today} />
        <Field label={t('panel.note')} value={note} onChange={({ target }) => setNote(target.value)} isOptional />
      </Stack>
    </AskDialog>
  )
}

/** Changes the price of an order while it is unpaid, and its note. */
export function ChangeDialog({ order, onClose }: OrderDialogProps) {
  const { t } = useTranslation('payments')
  const { id, currency, entity_name: name } = order
  const [price, setPrice] = useState(fromMinor(order.price_minor, currency))
  const [note, setNote] = useState(order.note ?? '')
  const isWrong = !isAmount(price.trim(), currency)
  const { mutate, isPending } = useChange(
    () => {
      const params = { path: { id }, header: unchanged(order) }
      const body = { price_minor: toMinor(price.trim(), currency), note: note || null }
      return dataOf(api.PUT('/api/v1/payments/{id}', { params, body }))
    },
    useReread(...MADE_OLD),
    { done: () => t('done.change', { id }), then: onClose },
  )
  return (
    <AskDialog
      title={t('change.title', { id })}
      act={{ label: t('change.act'), icon: Save, isPending, isDisabled: isWrong, onAct: () => mutate(undefined) }}
      isHeld
      onClose={onClose}
    >
      <Stack>
        <Text>{t('change.text', { name })}</Text>
        <Field
          label={t('change.price', { currency })}
          value={price}
          onChange={({ target }) => setPrice(target.value)}
          errorText={isWrong ? t('change.wrong') : undefined}
        />
        <Field label={t('panel.note')} value={note} onChange={({ target }) => setNote(target.value)} isOptional />
      </Stack>
    </AskDialog>
  )
}

/** Refunds an order completely or in part, with a reason. */
export function RefundDialog({ order, onClose }: OrderDialogProps) {
  const { t } = useTranslation('payments')
  const { id, currency, entity_name: name } = order
  const left = leftOf(order)
  const [reason, setReason] = useState('')
  const [amount, setAmount] = useState(fromMinor(left, currency))
  const minor = isAmount(amount, currency) ? toMinor(amount, currency) : 0
  const isWrong = minor < 1 || minor > left
  const { mutate, isPending } = useChange(
    () => dataOf(api.POST('/api/v1/payments/{id}/refund', { params: { path: { id } }, body: { reason, amount_minor: minor } })),
    useReread(...MADE_OLD),
    { done: () => t('done.refund', { amount: formatPrice(minor, currency), name }), then: onClose },
  )
  return (
    <AskDialog
      title={t('refund.title', { id })}
      act={{
        label: t('refund.act'),
        icon: Undo2,
        isDanger: true,
        isPending,
        isDisabled: isWrong || reason.trim() === '',
        onAct: () => mutate(undefined),
      }}
      isHeld
      onClose={onClose}
    >
      <Stack>
        <Text>{t(minor === left ? 'refund.whole' : 'refund.part', { name })}</Text>
        <Field
          label={t('refund.amount', { currency })}
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
          errorText={isWrong ? t('refund.atMost', { amount: formatPrice(left, currency) }) : undefined}
        />
        <Field label={t('refund.reason')} value={reason} onChange={({ target }) => setReason(target.value)} />
      </Stack>
    </AskDialog>
  )
}

export function CancelDialog({ order: { id, entity_name: name }, onClose }: OrderDialogProps) {
  const { t } = useTranslation('payments')
  const { mutate, isPending } = useChange(
    () => dataOf(api.DELETE('/api/v1/payments/{id}', { params: { path: { id } } })),
    useReread(...MADE_OLD),
    { done: () => t('done.cancel', { id }), then: onClose },
  )
  return (
    <AskDialog
      title={t('cancel.title', { id })}
      icon={Ban}
      tone="error"
      isAlert
      keepLabel={t('cancel.keep')}
      act={{ label: t('cancel.act'), icon: Ban, isDanger: true, isPending, onAct: () => mutate(undefined) }}
      onClose={onClose}
    >
      {t('cancel.text', { name })}
    </AskDialog>
  )
}
