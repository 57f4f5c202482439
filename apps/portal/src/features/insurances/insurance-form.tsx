import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Controller, useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDrawer, useDiscard, type InDrawer } from '../../components/form-drawer.js'
import { formTexts } from '../../components/form-texts.js'
import { FieldPair, Form, Stack } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { useRefuse } from '../../components/use-refuse.js'
import { WordField } from '../../components/word-field.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { once, unchanged } from '../../lib/api/headers.js'
import { CURRENCIES } from '../../lib/format/amounts.js'
import { DocumentsField } from './documents-field.js'
import {
  COVERAGES,
  EMPTY_INSURANCE,
  INSURANCES_KEY,
  insuranceQuery,
  insuranceSchema,
  insurersQuery,
  toInsuranceBody,
  toInsuranceForm,
  type Insurance,
  type InsuranceForm,
} from './insurance.js'

interface InsuranceDrawerProps {
  /** Existing insurance, or the vehicle of a new one. */
  subject: { id: number } | { vehicle: { id: number; name: string } }
  onClose: () => void
}

/** Drawer with the form of a vehicle's insurance: insurer, coverage, dates and documents (R-194, G-74). */
export function InsuranceDrawer({ subject, onClose }: InsuranceDrawerProps) {
  const { t } = useTranslation('insurances')
  const isNew = 'vehicle' in subject
  const query = useQuery({ ...insuranceQuery(isNew ? 0 : subject.id), enabled: !isNew, refetchOnMount: 'always' })
  const { close, onDirty, question } = useDiscard(onClose)
  return (
    <>
      <FormDrawer
        title={t(isNew ? 'form.newTitle' : 'form.editTitle')}
        subtitle={isNew ? subject.vehicle.name : query.data?.entity_name}
        label={t('form.save')}
        query={isNew ? undefined : query}
        gone={{ title: t('form.gone') }}
        onClose={close}
      >
        {(drawer, insurance) => (
          <Stack gap={3}>
            <InsuranceFields
              {...drawer}
              entityId={isNew ? subject.vehicle.id : (insurance?.entity_id ?? 0)}
              insurance={insurance}
              onDirty={onDirty}
              onDone={onClose}
            />
            {insurance && <DocumentsField insurance={insurance} />}
          </Stack>
        )}
      </FormDrawer>
      {question}
    </>
  )
}

interface InsuranceFieldsProps extends InDrawer {
  entityId: number
  insurance?: Insurance
  onDirty: (isDirty: boolean) => void
  onDone: () => void
}

function InsuranceFields({ formId, during, entityId, insurance, onDirty, onDone }: InsuranceFieldsProps) {
  const { t } = useTranslation('insurances')
  const form = useForm<InsuranceForm>({
    resolver: zodResolver(insuranceSchema),
    defaultValues: insurance ? toInsuranceForm(insurance) : EMPTY_INSURANCE,
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [onDirty, isDirty])
  const save = useSaveInsurance(form, entityId, insurance, onDone)
  const { text, choice, day } = formTexts(form, {
    label: (name) => t(`form.${name}`),
    message: (key) => t(key as 'errors.insurer'),
  })
  const currencies = [...new Set([...CURRENCIES, insurance?.currency ?? 'EUR'])]
  return (
    <Form gap={2.5} id={formId} onSubmit={form.handleSubmit((values) => during(save(values)))}>
      <InsurerField form={form} />
      {text('policy_number')}
      {choice('coverage', { options: COVERAGES.map((value) => ({ value, label: t(`coverages.${value}`) })) })}
      <FieldPair>
        {day('starts_on')}
        {day('ends_on', { isOptional: true, helperText: t('form.endHint') })}
      </FieldPair>
      <FieldPair>
        {text('value', { isOptional: true, slotProps: { htmlInput: { inputMode: 'decimal' } } })}
        {choice('currency', { options: currencies.map((value) => ({ value, label: value })) })}
      </FieldPair>
    </Form>
  )
}

/** Field for an insurer: one already in use, or a new name. */
function InsurerField({ form }: { form: UseFormReturn<InsuranceForm> }) {
  const { t } = useTranslation('insurances')
  const { data: insurers = [] } = useQuery(insurersQuery)
  const { errorOf } = formTexts(form, {
    label: (name) => t(`form.${name}`),
    message: (key) => t(key as 'errors.insurer'),
  })
  return (
    <Controller
      control={form.control}
      name="insurer"
      render={({ field: { ref, value, onChange, onBlur } }) => (
        <WordField
          label={t('form.insurer')}
          options={insurers}
          errorText={errorOf('insurer')}
          inputRef={ref}
          value={value}
          onChange={onChange}
          onBlur={onBlur}
        />
      )}
    />
  )
}

/**
 * Saves an insurance. If another user changed the insurance meanwhile, loads that user's version into the form, except into
 * the fields that were changed here.
 */
function useSaveInsurance(
  form: UseFormReturn<InsuranceForm>,
  entityId: number,
  insurance: Insurance | undefined,
  onDone: () => void,
) {
  const { t } = useTranslation('insurances')
  const notify = useNotify()
  const queries = useQueryClient()
  const { mutateAsync } = useChange(
    (body: ReturnType<typeof toInsuranceBody>, key) => {
      if (!insurance) {
        return dataOf(api.POST('/api/v1/insurances', { params: { header: once(key) }, body: { ...body, entity_id: entityId } }))
      }
      const params = { path: { id: insurance.id }, header: unchanged(insurance) }
      return dataOf(api.PUT('/api/v1/insurances/{id}', { params, body }))
    },
    useReread(INSURANCES_KEY, 'entities'),
  )
  const refuse = useRefuse(form, {
    fields: { insured_value_minor: 'value' },
    ...(insurance && {
      reread: async () =>
        toInsuranceForm((await queries.fetchQuery({ ...insuranceQuery(insurance.id), staleTime: 0 })) ?? insurance),
    }),
  })
  return async (values: InsuranceForm) => {
    try {
      const { insurer, entity_name: name } = await mutateAsync(toInsuranceBody(values))
      notify.success(t('done.save', { insurer, name }))
      onDone()
    } catch (error) {
      await refuse(error)
    }
  }
}
