import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Link from '@mui/material/Link'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { AskDialog } from '../../components/ask-dialog.js'
import { Field } from '../../components/field.js'
import { Hint, Stack, Wrong } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import { formatPrice } from '../../lib/format/numbers.js'
import { offeredSubscriptionsQuery } from '../../lib/offered-subscriptions.js'
import { PATHS } from '../../lib/paths.js'
import { usePermission } from '../../lib/session/session.js'
import { COURSES_KEY, SUBSCRIPTIONS_KEY } from './subscription.js'
import { joined } from '../../lib/format/joined.js'

interface GiveDialogProps {
  vehicle: { id: number; name: string; business_id: number; subscription: { ends_at: string | null } | null }
  onClose: () => void
}

/**
 * Gives a vehicle a product that its business is offered (T-18). If the vehicle already has a subscription, the new one starts
 * when the present one ends.
 */
export function GiveDialog({ vehicle, onClose }: GiveDialogProps) {
  const { t } = useTranslation(['vehicleSubscriptions', 'subscriptions'])
  const notify = useNotify()
  const [chosen, setChosen] = useState<number>()
  const [renews, setRenews] = useState(true)
  const [wantsOrder, setWantsOrder] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const { data: offered } = useQuery(offeredSubscriptionsQuery(vehicle.business_id))
  const product = offered?.find(({ id }) => id === chosen)
  const isOrdered = wantsOrder || product?.is_sold === true
  const order = useOrder(vehicle, setRefusal, onClose)
  const { mutate, isPending } = useChange(
    (subscription_id: number, key) =>
      dataOf(
        api.POST('/api/v1/entity-subscriptions/give', {
          params: { header: once(key) },
          body: { entities: [vehicle.id], subscription_id, renews },
        }),
      ),
    useReread(COURSES_KEY, SUBSCRIPTIONS_KEY, 'entities'),
    {
      then: ({ results: [result] }) => {
        if (result?.result === 'failed') return setRefusal(result.message ?? '')
        notify.success(t('give.done', { title: product?.name ?? '', name: vehicle.name }))
        onClose()
      },
    },
  )
  return (
    <AskDialog
      title={t('give.title', { name: vehicle.name })}
      act={{
        label: t('give.act'),
        icon: ShieldCheck,
        isPending: isPending || order.isPending,
        isDisabled: !product,
        onAct: () => product && (isOrdered ? order.mutate(product) : mutate(product.id)),
      }}
      isHeld
      onClose={onClose}
    >
      <Stack>
        <Field
          label={t('give.product')}
          value={chosen ?? ''}
          onChange={({ target }) => setChosen(Number(target.value))}
          options={(offered ?? []).map(({ id, name, price_minor, currency, period }) => ({
            value: id,
            label: joined([name, t(`subscriptions:per.${period}`, { price: formatPrice(price_minor, currency) })]),
          }))}
          helperText={offered?.length === 0 ? <NothingOffered /> : (product?.description ?? undefined)}
        />
        <FormControlLabel
          control={<Checkbox checked={renews && !isOrdered} onChange={(_event, is) => setRenews(is)} disabled={isOrdered} />}
          label={t('give.renews')}
        />
        <FormControlLabel
          control={<Checkbox checked={isOrdered} onChange={(_event, is) => setWantsOrder(is)} disabled={product?.is_sold} />}
          label={t('give.order')}
        />
        {product?.is_sold && <Hint>{t('give.sold')}</Hint>}
        {vehicle.subscription?.ends_at && <Hint>{t('give.follows')}</Hint>}
        {refusal && <Wrong>{refusal}</Wrong>}
      </Stack>
    </AskDialog>
  )
}

/**
 * Explains what to do if no product is offered. Users who may offer products get a link. Other users read who may offer them.
 */
function NothingOffered() {
  const { t } = useTranslation('vehicleSubscriptions')
  const mayOffer = usePermission('read:business-management')
  return (
    <>
      {t('give.nothing')}{' '}
      {mayOffer ? (
        <Link component={RouterLink} to={PATHS.subscriptionManagement}>
          {t('give.offer')}
        </Link>
      ) : (
        t('give.whoOffers')
      )}
    </>
  )
}

/** Orders a product. The product covers the vehicle as soon as the order is paid. */
function useOrder({ id, name }: GiveDialogProps['vehicle'], refuse: (sentence: string) => void, onDone: () => void) {
  const { t } = useTranslation('vehicleSubscriptions')
  return useChange(
    ({ id: subscription_id }: { id: number; name: string }, key) =>
      dataOf(api.POST('/api/v1/payments', { params: { header: once(key) }, body: { entity_id: id, subscription_id } })),
    useReread('payments'),
    {
      done: (_order, { name: title }) => t('give.ordered', { title, name }),
      then: onDone,
      refused: { subscription_id: refuse },
    },
  )
}
