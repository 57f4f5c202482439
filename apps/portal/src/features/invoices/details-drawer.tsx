import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type InDrawer, useDiscard } from '../../components/form-drawer.js'
import { formTexts } from '../../components/form-texts.js'
import { FieldPair, Form, Text } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRefuse } from '../../components/use-refuse.js'
import { type LanguageKey, LANGUAGES } from '../../i18n/languages.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { unchanged } from '../../lib/api/headers.js'
import {
  type DetailsForm,
  detailsQuery,
  detailsSchema,
  type InvoiceDetails,
  INVOICES_KEY,
  toDetailsBody,
  toDetailsForm,
} from './invoice.js'

interface Business {
  id: number
  name: string
}

interface DetailsDrawerProps {
  business: Business
  onClose: () => void
}

/** Drawer with a business's invoice data: name, address, VAT number and the prefix of its own invoice numbers. */
export function DetailsDrawer({ business, onClose }: DetailsDrawerProps) {
  const { t } = useTranslation('invoices')
  const query = useQuery({ ...detailsQuery(business.id), refetchOnMount: 'always' })
  const { close, onDirty, question } = useDiscard(onClose)
  return (
    <>
      <FormDrawer
        title={t('details.title')}
        subtitle={business.name}
        label={t('details.save')}
        query={query}
        gone={{ title: t('details.gone') }}
        onClose={close}
      >
        {(drawer, details) =>
          details && <Fields {...drawer} business={business} details={details} onDirty={onDirty} onDone={onClose} />
        }
      </FormDrawer>
      {question}
    </>
  )
}

interface FieldsProps extends InDrawer {
  business: Business
  details: InvoiceDetails
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

function Fields({ formId, during, business, details, onDirty, onDone }: FieldsProps) {
  const { t, i18n } = useTranslation('invoices')
  const form = useForm<DetailsForm>({
    resolver: zodResolver(detailsSchema),
    defaultValues: toDetailsForm(details, business.name, i18n.language as LanguageKey),
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const save = useSave(business, details, form, onDone)
  const { text, choice } = formTexts(form, {
    label: (name) => t(`details.${name}`),
    message: (key) => t(key as 'details.required'),
  })
  return (
    <Form gap={2.5} id={formId} onSubmit={form.handleSubmit((values) => during(save(values)))}>
      <Text component="p">{t('details.what')}</Text>
      {text('name')}
      {text('address')}
      <FieldPair>
        {text('postcode')}
        {text('city')}
      </FieldPair>
      <FieldPair>
        {text('country', { helperText: t('details.badCountry') })}
        {text('vat_number', { isOptional: true, helperText: t('details.vatHint') })}
      </FieldPair>
      {choice('locale', { options: LANGUAGES.map(({ key, name }) => ({ value: key, label: name, lang: key })) })}
      {text('prefix', { isOptional: true, helperText: t('details.prefixHint') })}
    </Form>
  )
}

function useSave(business: Business, details: InvoiceDetails, form: UseFormReturn<DetailsForm>, onDone: () => void) {
  const { t, i18n } = useTranslation('invoices')
  const queries = useQueryClient()
  const notify = useNotify()
  const params = { path: { id: business.id }, header: unchanged(details) }
  const { mutateAsync } = useChange(
    (values: DetailsForm) => dataOf(api.PUT('/api/v1/businesses/{id}/invoice-details', { params, body: toDetailsBody(values) })),
    useReread(INVOICES_KEY),
  )
  const reread = async () => {
    const newest = await queries.fetchQuery({ ...detailsQuery(business.id), staleTime: 0 })
    return toDetailsForm(newest, business.name, i18n.language as LanguageKey)
  }
  const refuse = useRefuse(form, { reread })
  return async (values: DetailsForm) => {
    try {
      await mutateAsync(values)
      notify.success(t('done.details', { name: business.name }))
      onDone()
    } catch (error) {
      await refuse(error)
    }
  }
}
