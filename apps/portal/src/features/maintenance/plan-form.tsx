import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { Controller, useFieldArray, useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { ActionButton } from '../../components/action-button.js'
import { BusinessPicker } from '../../components/businesses/business-picker.js'
import { ErrorNotice } from '../../components/error-notice.js'
import { Field } from '../../components/field.js'
import { formTexts } from '../../components/form-texts.js'
import { FieldPair, Fill, Row, Stack, Form, Wrong, Text } from '../../components/layout/index.js'
import { useNotify } from '../../components/notifications/use-notify.js'
import { SideDrawer } from '../../components/side-drawer.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { useRefuse } from '../../components/use-refuse.js'
import { api, unwrap, dataOf } from '../../lib/api/api-client.js'
import { once, unchanged, useOnceKey } from '../../lib/api/headers.js'
import type { components } from '../../lib/api/schema.js'
import { useSession } from '../../lib/session/session.js'

/** a maintenance plan with its triggers. */
export type Plan = components['schemas']['MaintenancePlan']

/** Begins the keys of its queries. */
export const KEY = 'maintenance-plans'

const METRICS = ['days', 'weeks', 'months', 'years', 'kilometers'] as const
const MAX_DESCRIPTION_LENGTH = 250
const MAX_TRIGGERS = 20

/** Each message is a key of `maintenance.json`. */
const planSchema = z.object({
  title: z.string().trim().min(1, 'form.titleRequired').max(100, 'form.tooLong'),
  description: z.string().trim().min(1, 'form.descriptionRequired').max(MAX_DESCRIPTION_LENGTH, 'form.descriptionTooLong'),
  business_id: z.number().nullable(),
  triggers: z.array(
    z.object({
      name: z.string().trim().min(1, 'form.nameRequired').max(100, 'form.tooLong'),
      value: z.coerce
        .number<number>('form.valueRequired')
        .int('form.valueRequired')
        .min(1, 'form.valueRequired')
        .max(100_000, 'form.valueRequired'),
      metric: z.enum(METRICS),
      /** Not asked for here, and kept: a body without it would take it away. */
      description: z.string().nullable(),
    }),
  ),
})
type PlanForm = z.infer<typeof planSchema>

const NEW_TRIGGER: PlanForm['triggers'][number] = { name: '', value: 12, metric: 'months', description: null }
const toForm = ({ title, description, business_id, triggers }: Plan): PlanForm => ({
  title,
  description: description ?? '',
  business_id,
  triggers: triggers.map(({ name, value, metric, description }) => ({ name, value, metric, description })),
})

const read = (id: number, signal?: AbortSignal): Promise<Plan> =>
  dataOf(api.GET('/api/v1/maintenance-plans/{id}', { params: { path: { id } }, signal }))

interface PlanDrawerProps {
  /** Which to change; a new one when absent. */
  id?: number
  onClose: () => void
}

/** a plan and what makes its service due, from the right. */
export function PlanDrawer({ id, onClose }: PlanDrawerProps) {
  const { t } = useTranslation(['maintenance', 'common'])
  const formId = useId()
  const [isSaving, setIsSaving] = useState(false)
  const query = useQuery({
    queryKey: [KEY, 'one', id],
    queryFn: ({ signal }) => read(id ?? 0, signal),
    enabled: id !== undefined,
    refetchOnMount: 'always',
  })
  const isReady = id === undefined || query.isFetchedAfterMount
  return (
    <SideDrawer
      isOpen
      title={id === undefined ? t('form.newTitle') : t('form.editTitle')}
      subtitle={id === undefined ? t('form.newText') : query.data?.title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <ActionButton type="submit" form={formId} variant="contained" loading={isSaving} disabled={!isReady || query.isError}>
            {id === undefined ? t('form.create') : t('form.save')}
          </ActionButton>
        </>
      }
    >
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {!isReady && !query.error && <Skeleton height={320} />}
      {isReady && !query.isError && <PlanFields formId={formId} plan={query.data} onSaving={setIsSaving} onDone={onClose} />}
    </SideDrawer>
  )
}

interface PlanFieldsProps {
  formId: string
  plan?: Plan
  onSaving: (isSaving: boolean) => void
  onDone: () => void
}

function PlanFields({ formId, plan, onSaving, onDone }: PlanFieldsProps) {
  const { t } = useTranslation('maintenance')
  const { user } = useSession()
  const form = useForm<PlanForm>({
    resolver: zodResolver(planSchema),
    defaultValues: plan ? toForm(plan) : { title: '', description: '', business_id: user.business_id, triggers: [NEW_TRIGGER] },
    mode: 'onTouched',
  })
  const save = useSavePlan(form, plan, onDone)
  const { text, errorOf } = formTexts<PlanForm>(form, {
    label: (name) => t(`form.${name as 'title'}`),
    message: (key) => t(key as 'form.tooLong', { max: MAX_DESCRIPTION_LENGTH }),
  })
  const submit = form.handleSubmit(async (values) => {
    onSaving(true)
    await save(values)
    onSaving(false)
  })
  return (
    <Form id={formId} gap={2.5} onSubmit={submit}>
      {text('title', { autoFocus: true, slotProps: { htmlInput: { maxLength: 100 } } })}
      {text('description', { multiline: true, minRows: 2, slotProps: { htmlInput: { maxLength: MAX_DESCRIPTION_LENGTH } } })}
      {!plan && (
        <Controller
          control={form.control}
          name="business_id"
          render={({ field }) => (
            <BusinessPicker
              value={field.value}
              onChange={field.onChange}
              label={t('form.business_id')}
              hint={t('form.businessHint')}
              error={errorOf('business_id')}
            />
          )}
        />
      )}
      <Triggers form={form} textOf={(message) => (message?.startsWith('form.') ? t(message as 'form.tooLong') : message)} />
    </Form>
  )
}

interface TriggersProps {
  form: UseFormReturn<PlanForm>
  textOf: (message: string | undefined) => string | undefined
}

/** Every so many days or kilometres: each stands alone, and a plan has at least one. */
function Triggers({ form, textOf }: TriggersProps) {
  const { t } = useTranslation('maintenance')
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'triggers' })
  const errors = form.formState.errors.triggers
  return (
    <Stack component="fieldset" gap={1.5}>
      <Text component="legend" weight="strong">
        {t('form.triggers')}
      </Text>
      {fields.map(({ id }, index) => {
        const one = errors?.[index]
        return (
          <Stack key={id} gap={1.5}>
            <Row align="end">
              <Fill>
                <Field
                  label={t('form.name')}
                  errorText={textOf(one?.name?.message)}
                  {...form.register(`triggers.${index}.name`)}
                />
              </Fill>
              {fields.length > 1 && (
                <TooltipIconButton label={t('form.removeTrigger')} icon={Trash2} onClick={() => remove(index)} />
              )}
            </Row>
            <FieldPair>
              <Field
                label={t('form.every')}
                type="number"
                errorText={textOf(one?.value?.message)}
                slotProps={{ htmlInput: { min: 1, inputMode: 'numeric' } }}
                {...form.register(`triggers.${index}.value`)}
              />
              <Controller
                control={form.control}
                name={`triggers.${index}.metric`}
                render={({ field }) => (
                  <Field
                    select
                    label={t('form.metric')}
                    {...field}
                    options={METRICS.map((metric) => ({ value: metric, label: t(`metrics.${metric}`) }))}
                  />
                )}
              />
            </FieldPair>
          </Stack>
        )
      })}
      {errors?.message && <Wrong>{textOf(errors.message)}</Wrong>}
      {fields.length < MAX_TRIGGERS && (
        <ActionButton icon={Plus} label={t('form.addTrigger')} onClick={() => append(NEW_TRIGGER)} />
      )}
    </Stack>
  )
}

/** Makes or changes the plan; a refusal stands at its field, and of two who change it the second sees what the first did. */
function useSavePlan(form: UseFormReturn<PlanForm>, plan: Plan | undefined, onDone: () => void) {
  const { t } = useTranslation('maintenance')
  const notify = useNotify()
  const queries = useQueryClient()
  const keyOf = useOnceKey()
  const [state, setState] = useState(plan)
  const refuse = useRefuse(form, {
    ...(plan && {
      reread: async () => {
        const newest = await read(plan.id)
        setState(newest)
        return toForm(newest)
      },
    }),
  })
  return async ({ business_id, ...body }: PlanForm): Promise<void> => {
    try {
      if (state) {
        const params = { path: { id: state.id }, header: unchanged(state) }
        await unwrap(api.PUT('/api/v1/maintenance-plans/{id}', { params, body }))
      } else {
        const wanted = { ...body, business_id }
        await unwrap(api.POST('/api/v1/maintenance-plans', { params: { header: once(keyOf(wanted)) }, body: wanted }))
      }
    } catch (error) {
      await refuse(error)
      return
    }
    notify.success(t('done.save', { title: body.title }))
    await queries.invalidateQueries({ queryKey: [KEY] })
    onDone()
  }
}
