import { Ban, Check, CircleAlert, CircleSlash, Clock, EyeOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ToneChip } from '../../components/tone-chip.js'
import type { Webhook, WebhookDelivery } from './webhook.js'

const looks = {
  active: { icon: Check, tone: 'moving' },
  failing: { icon: CircleAlert, tone: 'warning' },
  off: { icon: CircleSlash, tone: 'quiet' },
  gone: { icon: Ban, tone: 'missing' },
  'given-up': { icon: Ban, tone: 'missing' },
} as const

/** Shows whether the webhook is active, as shape, colour and text. */
export function WebhookChip({ state }: Pick<Webhook, 'state'>) {
  const { t } = useTranslation('webhooks')
  return <ToneChip {...looks[state]} label={t(`states.${state}`)} />
}

const deliveryLooks = {
  waiting: { icon: Clock, tone: 'warning' },
  delivered: { icon: Check, tone: 'moving' },
  failed: { icon: Ban, tone: 'missing' },
  withheld: { icon: EyeOff, tone: 'quiet' },
} as const

export function DeliveryChip({ state }: Pick<WebhookDelivery, 'state'>) {
  const { t } = useTranslation('webhooks')
  return <ToneChip size="small" {...deliveryLooks[state]} label={t(`deliveries.states.${state}`)} />
}
