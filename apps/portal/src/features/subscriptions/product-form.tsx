import { zodResolver } from '@hookform/resolvers/zod'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDrawer, useDiscard, type InDrawer } from '../../components/form-drawer.js'
import { formTexts } from '../../components/form-texts.js'
import { FieldPair, Form, Hint, Stack, Text } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRefuse } from '../../components/use-refuse.js'
import { api, dataOf, dataOrNull } from '../../lib/api/api-client.js'
import { once, unchanged } from '../../lib/api/headers.js'
import { CURRENCIES, toMinor } from '../../lib/format/amounts.js'
import { formatPrice } from '../../lib/format/numbers.js'
import {
  BILLS,
  EMPTY_PRODUCT,
  PERIODS,
  productSchema,
  SUBSCRIPTIONS_KEY,
  toProductBody,
  toProductForm,
  type Product,
  type ProductForm,
} from './subscription.js'

const productQuery = (id: number) =>
  queryOptions({
    queryKey: [SUBSCRIPTIONS_KEY, id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/subscriptions/{id}', { params: { path: { id } }, signal })),
  })

interface ProductDrawerProps {
  /** Absent for a new product. */
  id?: number
  onClose: () => void
}

/** Drawer with the form of a product and a preview of what customers see. */
export function ProductDrawer({ id, onClose }: ProductDrawerProps) {
  const { t } = useTranslation('subscriptions')
  const query = useQuery({ ...productQuery(id ?? 0), enabled: id !== undefined, refetchOnMount: 'always' })
  const { close, onDirty, question } = useDiscard(onClose)
  return (
    <>
      <FormDrawer
        title={id === undefined ? t('form.newTitle') : t('form.editTitle', { title: query.data?.title ?? '' })}
        subtitle={id === undefined ? undefined : t('form.fromNowOn')}
        label={t('form.save')}
        query={id === undefined ? undefined : query}
        gone={{ title: t('form.gone') }}
        onClose={close}
      >
        {(drawer, product) => <ProductFields {...drawer} product={product} onDirty={onDirty} onDone={onClose} />}
      </FormDrawer>
      {question}
    </>
  )
}

interface ProductFieldsProps extends InDrawer {
  product?: Product
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

function ProductFields({ formId, during, product, onDirty, onDone }: ProductFieldsProps) {
  const { t } = useTranslation('subscriptions')
  const form = useForm<ProductForm>({
    resolver: zodResolver(productSchema),
    defaultValues: product ? toProductForm(product) : EMPTY_PRODUCT,
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const save = useSaveProduct(form, product, onDone)
  const { text, choice } = formTexts(form, {
    label: (name) => t(`form.${name}`),
    message: (key) => t(key as 'errors.title'),
  })
  const currencies = [...new Set([...CURRENCIES, product?.currency ?? 'EUR'])]
  return (
    <Form gap={2.5} id={formId} onSubmit={form.handleSubmit((values) => during(save(values)))}>
      {text('title', { autoFocus: true })}
      {text('description', { isOptional: true, multiline: true, minRows: 2 })}
      <FieldPair>
        {choice('period', { options: PERIODS.map((value) => ({ value, label: t(`periods.${value}`) })) })}
        {choice('currency', { options: currencies.map((value) => ({ value, label: value })) })}
      </FieldPair>
      <FieldPair>
        {text('price', { slotProps: { htmlInput: { inputMode: 'decimal' } } })}
        {text('discount', { isOptional: true, slotProps: { htmlInput: { inputMode: 'decimal' } } })}
      </FieldPair>
      {text('grace_days', { helperText: t('form.graceHint'), slotProps: { htmlInput: { inputMode: 'numeric' } } })}
      {choice('bills', { options: BILLS.map((value) => ({ value, label: t(`bills.${value}`) })) })}
      <Preview form={form} />
    </Form>
  )
}

/** Shows the product as customers see it. */
function Preview({ form }: { form: UseFormReturn<ProductForm> }) {
  const { t } = useTranslation('subscriptions')
  const { title, description, price, currency, period } = useWatch({ control: form.control }) as ProductForm
  const isPriced = productSchema.shape.price.safeParse(price).success
  return (
    <Stack gap={0.5} aria-label={t('form.preview')} role="group">
      <Hint>{t('form.preview')}</Hint>
      <Text weight="strong">{title || t('form.untitled')}</Text>
      {description && <Text tone="secondary">{description}</Text>}
      {isPriced && <Text>{t(`per.${period}`, { price: formatPrice(toMinor(price, currency), currency) })}</Text>}
    </Stack>
  )
}

/**
 * Saves a product. If another user changed the product meanwhile, loads that user's version into the form, except into the
 * fields that were changed here.
 */
function useSaveProduct(form: UseFormReturn<ProductForm>, product: Product | undefined, onDone: () => void) {
  const { t } = useTranslation('subscriptions')
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutateAsync } = useChange((body: ReturnType<typeof toProductBody>, key) => {
    if (!product) return dataOf(api.POST('/api/v1/subscriptions', { params: { header: once(key) }, body }))
    const params = { path: { id: product.id }, header: unchanged(product) }
    return dataOf(api.PUT('/api/v1/subscriptions/{id}', { params, body }))
  }, useReread(SUBSCRIPTIONS_KEY))
  const refuse = useRefuse(form, {
    fields: { default_price_minor: 'price', discount_price_minor: 'discount' },
    ...(product && {
      reread: async () => {
        const newest = await queries.fetchQuery({ ...productQuery(product.id), staleTime: 0 })
        return toProductForm(newest ?? product)
      },
    }),
  })
  return async (values: ProductForm) => {
    try {
      const { title } = await mutateAsync(toProductBody(values))
      notify.success(t('done.save', { title }))
      onDone()
    } catch (error) {
      await refuse(error)
    }
  }
}
