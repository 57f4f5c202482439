import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link2, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../components/ask-dialog.js'
import { ErrorNotice } from '../../components/error-notice.js'
import { Field } from '../../components/field.js'
import { Hint, Stack, Text } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { once } from '../../lib/api/headers.js'
import type { components } from '../../lib/api/schema.js'
import { counted } from '../../lib/format/numbers.js'
import { OFFERS_KEY, SUBSCRIPTIONS_KEY, type Offers } from './subscription.js'

type Reach = components['schemas']['SubscriptionReach']
export type Offering = 'attach' | 'detach'

interface Wanted {
  subscription_id: number
  businesses: number[]
  isDiscounted: boolean
}

const send = (
  what: Offering,
  { isDiscounted, ...wanted }: Wanted,
  more: { dry_run?: boolean } = {},
  key?: string,
): Promise<Reach> => {
  const params = key === undefined ? {} : { header: once(key) }
  if (what === 'detach')
    return dataOf(api.POST('/api/v1/business-subscriptions/detach', { params, body: { ...wanted, ...more } }))
  const body = { ...wanted, is_discounted: isDiscounted, ...more }
  return dataOf(api.POST('/api/v1/business-subscriptions/attach', { params, body }))
}

const productsQuery = {
  queryKey: [SUBSCRIPTIONS_KEY, 'to-offer'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    dataOf(api.GET('/api/v1/subscriptions', { params: { query: { limit: 100, orderBy: 'title', sortedBy: 'asc' } }, signal })),
}

interface OfferDialogProps {
  what: Offering
  businesses: readonly Offers[]
  onClose: () => void
}

/** Adds a product to the offers of businesses or removes it. Shows beforehand who is affected. */
export function OfferDialog({ what, businesses, onClose }: OfferDialogProps) {
  const { t } = useTranslation('subscriptionManagement')
  const [chosen, setChosen] = useState<number>()
  const [isDiscounted, setDiscounted] = useState(false)
  const { data: all = [] } = useQuery(productsQuery)
  const attached = new Set(businesses.flatMap(({ own }) => own.map(({ id }) => id)))
  const products = what === 'attach' ? all : all.filter(({ id }) => attached.has(id))
  const product = products.find(({ id }) => id === chosen)
  const wanted = product && { subscription_id: product.id, businesses: businesses.map(({ id }) => id), isDiscounted }
  const preview = useQuery({
    queryKey: ['subscription-reach', what, wanted],
    queryFn: () => (wanted ? send(what, wanted, { dry_run: true }) : null),
    enabled: wanted !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { mutate, isPending } = useChange(
    (one: Wanted, key) => send(what, one, {}, key),
    useReread(OFFERS_KEY, SUBSCRIPTIONS_KEY),
    { done: (reach) => t(`done.${what}`, { title: product?.title ?? '', ...counted(reach.changed) }), then: onClose },
  )
  const act = {
    label: t(`actions.${what}`),
    icon: what === 'attach' ? Link2 : Unlink,
    onAct: () => wanted && mutate(wanted),
    isPending,
    isDanger: what === 'detach',
    isDisabled: !preview.data || preview.data.changed === 0,
  }
  const names = businesses.length === 1 ? (businesses[0]?.name ?? '') : t('businesses', counted(businesses.length))
  return (
    <AskDialog title={t(`dialog.${what}`, { names })} act={act} isHeld onClose={onClose}>
      <Stack>
        <Field
          label={t('dialog.product')}
          value={chosen ?? ''}
          onChange={({ target }) => setChosen(Number(target.value))}
          options={products.map(({ id, title }) => ({ value: id, label: title }))}
          helperText={products.length === 0 ? t('dialog.nothing') : undefined}
        />
        {what === 'attach' && product?.discount_price_minor != null && product.business_name !== null && (
          <FormControlLabel
            control={<Checkbox checked={isDiscounted} onChange={(_event, is) => setDiscounted(is)} />}
            label={t('dialog.discount')}
          />
        )}
        {preview.error && <ErrorNotice error={preview.error} onRetry={() => void preview.refetch()} />}
        {wanted && preview.data && <Effect what={what} reach={preview.data} />}
      </Stack>
    </AskDialog>
  )
}

/** Shows the effect: "Affects 41 vehicles from today", and what happens to vehicles that have the product. */
function Effect({ what, reach }: { what: Offering; reach: Reach }) {
  const { t } = useTranslation('subscriptionManagement')
  const refused = reach.results.find(({ result }) => result === 'failed')
  return (
    <Stack gap={0.5} role="status">
      <Text weight="strong">{t('effect.vehicles', counted(reach.vehicles))}</Text>
      <Text>{t('effect.businesses', counted(reach.businesses))}</Text>
      {what === 'detach' && reach.running > 0 && <Text>{t('effect.running', counted(reach.running))}</Text>}
      {reach.unchanged > 0 && <Hint>{t('effect.unchanged', counted(reach.unchanged))}</Hint>}
      {refused && <Hint>{t('effect.failed', { ...counted(reach.failed), why: refused.message ?? '' })}</Hint>}
    </Stack>
  )
}
