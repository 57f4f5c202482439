import { zodResolver } from '@hookform/resolvers/zod'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import Step from '@mui/material/Step'
import StepLabel from '@mui/material/StepLabel'
import Stepper from '@mui/material/Stepper'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Form, Hint, Row, Wrong } from '../../../components/layout/index.js'
import { useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { api, dataOf, unwrap } from '../../../lib/api/api-client.js'
import { once, unchanged, useOnceKey } from '../../../lib/api/headers.js'
import { useSession } from '../../../lib/session/session.js'
import { useIsNarrow } from '../../../lib/use-is-narrow.js'
import { readPlan } from './plan-queries.js'
import { PlanDetails, PlanEntities, PlanReview, PlanTriggers } from './plan-steps.js'
import { draft, NEW_TRIGGER, type Plan, type PlanForm, planSchema, PLANS_KEY, type Template, toForm } from './plans.js'

const STEPS = ['details', 'entities', 'triggers'] as const
const FIELDS = [['title', 'description', 'business_id'], ['entity_ids', 'tag_id'], ['triggers']] as const
const REVIEW = STEPS.length

interface PlanDialogProps {
  /** Plan to change. Absent for a new plan. */
  id?: number
  /** Initial content of a new plan. */
  template?: Template
  onClose: () => void
}

/** Dialog with a plan in three steps and a final review. An existing plan is loaded first. */
export function PlanDialog({ id, template, onClose }: PlanDialogProps) {
  const { t } = useTranslation('maintenance')
  const query = useQuery({
    queryKey: [PLANS_KEY, 'one', id],
    queryFn: ({ signal }) => readPlan(id ?? 0, signal),
    enabled: id !== undefined,
    refetchOnMount: 'always',
  })
  // Remembers that the dialog was opened, so that a failed reload in the background does not close it.
  const [isOpened, setIsOpened] = useState(false)
  if (!isOpened && query.isFetchedAfterMount && query.isSuccess) setIsOpened(true)
  if (id === undefined) return <PlanSteps template={template} onClose={onClose} />
  if (isOpened && query.data) return <PlanSteps plan={query.data} onClose={onClose} />
  return (
    <AskDialog
      isSheet
      width={760}
      title={t('form.editTitle')}
      onClose={onClose}
      act={query.error ? { label: t('form.again'), onAct: () => void query.refetch(), isPending: query.isFetching } : undefined}
    >
      {query.error ? <Wrong>{t('failed.plan')}</Wrong> : <Skeleton height={320} />}
    </AskDialog>
  )
}

/**
 * Returns the initial content of a new plan. It is the template. Without a template, it is an empty form, with the stored
 * draft if there is one.
 */
function useBeginning(template?: Template): { empty: PlanForm; kept?: PlanForm } {
  const { user } = useSession()
  const own = { business_id: user.business_id, entity_ids: [], tag_id: null }
  if (!template) return { empty: { ...own, title: '', description: '', triggers: [NEW_TRIGGER] }, kept: draft.read(user.id) }
  const { title, description, triggers } = template
  return { empty: { ...own, title, description, triggers } }
}

interface PlanStepsProps {
  plan?: Plan
  template?: Template
  onClose: () => void
}

function PlanSteps({ plan, template, onClose }: PlanStepsProps) {
  const { t } = useTranslation(['maintenance', 'common'])
  const formId = useId()
  // Three long labels do not fit side by side on a phone.
  const isNarrow = useIsNarrow()
  const [step, setStep] = useState(0)
  const { empty, kept } = useBeginning(template)
  const form = useForm<PlanForm>({
    resolver: zodResolver(planSchema),
    defaultValues: plan ? toForm(plan) : (kept ?? empty),
    mode: 'onTouched',
  })
  const [isKept, setIsKept] = useState(!plan && kept !== undefined)
  useDraft(form, plan === undefined)
  const { save, isSaving } = useSavePlan(form, { plan, onClose, onRefused: () => setStep(stepOf(form)) })
  const next = async () => {
    if (await form.trigger(FIELDS[step], { shouldFocus: true })) setStep(step + 1)
  }
  const startOver = () => {
    form.reset(empty)
    setStep(0)
    setIsKept(false)
  }
  return (
    <AskDialog
      isSheet
      width={760}
      title={plan ? t('form.editTitle') : t('form.newTitle')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          {step > 0 && (
            <ActionButton
              icon={ArrowLeft}
              label={t(`steps.${STEPS[step - 1] ?? 'triggers'}`)}
              onClick={() => setStep(step - 1)}
            />
          )}
          <ActionButton type="submit" form={formId} variant="contained" loading={isSaving}>
            {step < REVIEW
              ? t('form.next', { step: t(`steps.${STEPS[step + 1] ?? 'review'}`) })
              : t(plan ? 'form.save' : 'form.create')}
          </ActionButton>
        </>
      }
    >
      <Stepper
        activeStep={step}
        alternativeLabel={isNarrow}
        sx={{ mb: 2.5, mt: 0.5, '& .MuiStepLabel-alternativeLabel': { mt: 0.5 } }}
      >
        {STEPS.map((one) => (
          <Step key={one}>
            <StepLabel>{t(`steps.${one}`)}</StepLabel>
          </Step>
        ))}
      </Stepper>
      {isKept && (
        <Row sx={{ mb: 2 }}>
          <Hint>{t('form.kept')}</Hint>
          <Button onClick={startOver}>{t('form.startOver')}</Button>
        </Row>
      )}
      <Form id={formId} gap={2.5} onSubmit={step < REVIEW ? next : save}>
        {step === 0 && <PlanDetails form={form} isNew={!plan} />}
        {step === 1 && <PlanEntities form={form} plan={plan} />}
        {step === 2 && <PlanTriggers form={form} />}
        {step === REVIEW && <PlanReview form={form} plan={plan} />}
      </Form>
    </AskDialog>
  )
}

/** Returns the first step with an error. */
const stepOf = (form: UseFormReturn<PlanForm>): number => {
  const { errors } = form.formState
  const at = FIELDS.findIndex((names) => names.some((name) => errors[name] !== undefined))
  return at === -1 ? REVIEW : at
}

/** Stores a new plan as a draft when its dialog is closed. */
function useDraft(form: UseFormReturn<PlanForm>, isNew: boolean) {
  const { user } = useSession()
  useEffect(() => {
    if (!isNew) return
    return form.subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ values, isDirty }) => draft.write(user.id, isDirty === false ? undefined : values),
    })
  }, [form, isNew, user.id])
}

interface SaveWish {
  plan?: Plan
  onClose: () => void
  onRefused: () => void
}

/**
 * Creates or changes the plan, then adds its vehicles. If another user changed the plan meanwhile, that user's version is loaded.
 */
function useSavePlan(form: UseFormReturn<PlanForm>, { plan, onClose, onRefused }: SaveWish) {
  const { t } = useTranslation('maintenance')
  const notify = useNotify()
  const { user } = useSession()
  const reread = useReread(PLANS_KEY, 'maintenance-notifications', 'audit')
  const [keyOf, joinKeyOf] = [useOnceKey(), useOnceKey()]
  const [state, setState] = useState(plan)
  const [isSaving, setIsSaving] = useState(false)
  // Id of the plan that was created before adding its vehicles failed. The next attempt only adds the vehicles.
  const [made, setMade] = useState<number>()
  const refuse = useRefuse(form, {
    ...(plan && {
      reread: async () => {
        const newest = await readPlan(plan.id)
        setState(newest)
        const { entity_ids, tag_id } = form.getValues()
        return { ...toForm(newest), entity_ids, tag_id }
      },
    }),
  })
  const write = async ({ business_id, entity_ids: _ids, tag_id: _tag, ...body }: PlanForm): Promise<number> => {
    if (made !== undefined) return made
    if (state) {
      const params = { path: { id: state.id }, header: unchanged(state) }
      await unwrap(api.PUT('/api/v1/maintenance-plans/{id}', { params, body }))
      return state.id
    }
    const wanted = { ...body, business_id }
    const { id } = await dataOf(api.POST('/api/v1/maintenance-plans', { params: { header: once(keyOf(wanted)) }, body: wanted }))
    setMade(id)
    return id
  }
  const join = async (id: number, { entity_ids, tag_id }: PlanForm) => {
    if (entity_ids.length === 0 && tag_id === null) return
    const body = { entity_ids, tag_id }
    const params = { path: { id }, header: once(joinKeyOf(body)) }
    await unwrap(api.POST('/api/v1/maintenance-plans/{id}/entities', { params, body }))
  }
  const send = form.handleSubmit(async (values) => {
    try {
      await join(await write(values), values)
    } catch (error) {
      await refuse(error)
      onRefused()
      return
    }
    if (!plan) draft.write(user.id, undefined)
    notify.success(t('done.save', { title: values.title }))
    await reread()
    onClose()
  }, onRefused)
  const save = async () => {
    setIsSaving(true)
    await send()
    setIsSaving(false)
  }
  return { save, isSaving }
}
