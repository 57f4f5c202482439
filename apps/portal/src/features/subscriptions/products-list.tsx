import { useQueryClient } from '@tanstack/react-query'
import { Check, CreditCard, Pencil, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../components/action-button.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { Ago } from '../../components/time/time.js'
import { ToneChip } from '../../components/tone-chip.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { NONE } from '../../lib/format/none.js'
import { formatPrice } from '../../lib/format/numbers.js'
import { useScreenAddress } from '../../lib/screen-address.js'
import { useMissingRight } from '../../lib/session/missing-right.js'
import { choicesOf, defineList, listOf, ListTable, type RowAction } from '../../table/index.js'
import { ProductDrawer } from './product-form.js'
import { PERIODS, SUBSCRIPTIONS_KEY, type Product } from './subscription.js'

const STATES = ['offered', 'deleted'] as const

function StateChip({ product }: { product: Product }) {
  const { t } = useTranslation('subscriptions')
  const isDeleted = product.deleted_at !== null
  return (
    <ToneChip
      tone={isDeleted ? 'missing' : 'moving'}
      icon={isDeleted ? Trash2 : Check}
      label={t(`states.${isDeleted ? 'deleted' : 'offered'}`)}
    />
  )
}

const products = defineList({
  texts: 'subscriptions',
  source: listOf('/api/v1/subscriptions', {
    key: [SUBSCRIPTIONS_KEY],
    nameOf: ({ title }) => title,
    csv: { fileName: 'subscriptions.csv' },
  }),
  icon: CreditCard,
  sort: 'title',
  columns: {
    title: {},
    default_price_minor: {
      isNumeric: true,
      onCard: 'meta',
      render: ({ default_price_minor: price, currency }) => formatPrice(price, currency),
    },
    discount_price_minor: {
      isNumeric: true,
      render: ({ discount_price_minor: price, currency }) => (price === null ? NONE : formatPrice(price, currency)),
    },
    period: { onCard: 'meta', render: ({ period }, t) => t(`periods.${period}`) },
    grace_days: { isNumeric: true, render: ({ grace_days }) => String(grace_days) },
    businesses_count: { isUnsortable: true, isNumeric: true },
    vehicles_count: { isUnsortable: true, isNumeric: true },
    business_name: { render: ({ business_name }, t) => business_name ?? t('above') },
    description: { isUnsortable: true, isOptional: true },
    created_at: { isOptional: true, render: ({ created_at }) => <Ago at={created_at} /> },
    state: { onCard: 'state', render: (product) => <StateChip product={product} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    period: { choices: (t) => choicesOf(PERIODS, (period) => t(`periods.${period}`)) },
    business_name: 'text',
  },
})

/** Deletes products with an undo, and notifies the user. */
function useProductChanges() {
  const { t } = useTranslation('subscriptions')
  const notify = useNotify()
  const queries = useQueryClient()
  const change = async (what: 'delete' | 'restore', { id, title }: Pick<Product, 'id' | 'title'>): Promise<void> => {
    const params = { path: { id } }
    try {
      await (what === 'delete'
        ? dataOf(api.DELETE('/api/v1/subscriptions/{id}', { params }))
        : dataOf(api.PUT('/api/v1/subscriptions/{id}/restore', { params })))
    } catch (error) {
      notify.failure(error)
      return
    }
    const wayBack = { label: t('actions.restore'), onAct: () => void change('restore', { id, title }) }
    notify.success(t(`done.${what}`, { title }), what === 'delete' ? { wayBack } : undefined)
    await queries.invalidateQueries({ queryKey: [SUBSCRIPTIONS_KEY] })
  }
  return (what: 'delete' | 'restore', product: Product) => void change(what, product)
}

const useProductAddress = () => useScreenAddress({ row: 'subscription', views: ['products', 'vehicles'] })

/** Button for a new product, for users with the right. */
export function NewProduct() {
  const { t } = useTranslation('subscriptions')
  const { create } = useProductAddress()
  const missingRight = useMissingRight('manage:subscriptions')
  return <ActionButton variant="contained" icon={Plus} label={t('new')} disabledBecause={missingRight} onClick={() => create()} />
}

/** Catalogue of products. The URL contains the open product. */
export function ProductsList() {
  const { t } = useTranslation('subscriptions')
  const { form, edit, closeForm } = useProductAddress()
  const missingRight = useMissingRight('manage:subscriptions')
  const change = useProductChanges()
  const refusalOf = ({ business_name }: Product) => missingRight ?? (business_name === null ? t('ofAbove') : undefined)
  const actionsOf = (product: Product): RowAction[] => {
    const disabledBecause = refusalOf(product)
    const { id, deleted_at } = product
    if (deleted_at)
      return [{ label: t('actions.restore'), icon: RotateCcw, disabledBecause, onAct: () => change('restore', product) }]
    return [
      { label: t('actions.edit'), icon: Pencil, disabledBecause, onAct: () => edit(id) },
      { label: t('actions.delete'), icon: Trash2, isDanger: true, disabledBecause, onAct: () => change('delete', product) },
    ]
  }
  return (
    <>
      <ListTable
        {...products}
        onOpen={(product) => {
          if (refusalOf(product) === undefined && product.deleted_at === null) edit(product.id)
        }}
        actionsOf={actionsOf}
      />
      {form && missingRight === undefined && <ProductDrawer key={form.id ?? 'new'} id={form.id} onClose={closeForm} />}
    </>
  )
}
