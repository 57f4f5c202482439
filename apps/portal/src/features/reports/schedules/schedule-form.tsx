import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Controller, type DefaultValues, useForm, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { FormDrawer, type InDrawer, useDiscard } from '../../../components/form-drawer.js'
import { formTexts } from '../../../components/form-texts.js'
import { FieldPair, Form, SmallHint } from '../../../components/layout/index.js'
import { useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { useRefuse } from '../../../components/use-refuse.js'
import { api, dataOf, dataOrNull } from '../../../lib/api/api-client.js'
import { once, unchanged, useOnceKey } from '../../../lib/api/headers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useSession } from '../../../lib/session/session.js'
import { TargetGroupPicker } from '../components/target-group-picker.js'
import { SCHEDULES } from '../queries/report-queries.js'
import { EVERY, FORMATS, MODES, type ReportSchedule, USUAL_LIMIT_KPH, USUAL_MINUTES } from '../report.js'
import type { ReportAddress } from '../use-report-address.js'
import { RecipientsField } from './recipients-field.js'
import { type ScheduleForm, scheduleSchema, toBody } from './schedule-body.js'

const DAYS_OF = { day: 1, week: 7, month: 31 } as const

const read = (id: number, signal?: AbortSignal) =>
  dataOrNull(api.GET('/api/v1/report-schedules/{id}', { params: { path: { id } }, signal }))

/** Drawer with the form of a report schedule. */
export function ScheduleDrawer({ id, address }: { id?: number; address: ReportAddress }) {
  const { t } = useTranslation('reports')
  const discard = useDiscard(address.closeForm)
  const query = useQuery({
    queryKey: [SCHEDULES, 'one', id],
    queryFn: ({ signal }) => read(id ?? 0, signal),
    enabled: id !== undefined,
    refetchOnMount: 'always',
  })
  return (
    <FormDrawer<ReportSchedule>
      title={t(id === undefined ? 'form.newTitle' : 'form.editTitle')}
      subtitle={t('form.text')}
      label={t(id === undefined ? 'form.create' : 'form.save')}
      query={id === undefined ? undefined : query}
      gone={{ title: t('form.gone') }}
      onClose={discard.close}
    >
      {(drawer, schedule) => (
        <>
          <ScheduleFields drawer={drawer} schedule={schedule} address={address} onDirty={discard.onDirty} />
          {discard.question}
        </>
      )}
    </FormDrawer>
  )
}

interface ScheduleFieldsProps {
  drawer: InDrawer
  schedule?: ReportSchedule
  address: ReportAddress
  onDirty: (isDirty: boolean) => void
}

const toForm = (schedule: ReportSchedule): DefaultValues<ScheduleForm> => ({
  ...schedule,
  limit_kph: schedule.limit_kph ?? USUAL_LIMIT_KPH,
  min_minutes: schedule.min_minutes ?? USUAL_MINUTES,
})

function ScheduleFields({ drawer, schedule, address, onDirty }: ScheduleFieldsProps) {
  const { t } = useTranslation('reports')
  const { user } = useSession()
  const { timeZone } = useFormat()
  const { groupId: target_group_id, mode, limitKph: limit_kph, minMinutes: min_minutes } = address
  const fresh = {
    name: '',
    mode,
    format: 'xlsx',
    every: 'month',
    target_group_id: target_group_id ?? null,
    recipients: [user.id],
    limit_kph,
    min_minutes,
  } as const
  const form = useForm<ScheduleForm>({
    resolver: zodResolver(scheduleSchema),
    defaultValues: schedule ? toForm(schedule) : { ...fresh, recipients: [user.id] },
    mode: 'onTouched',
  })
  const { isDirty } = form.formState
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const save = useSaveSchedule(form, schedule, address.closeForm)
  const { text, choice, errorOf } = formTexts<ScheduleForm>(form, {
    label: (name) => t(`form.${name as 'name'}`),
    message: (key) => t(key as 'form.tooLong'),
  })
  const [every, chosenMode] = useWatch({ control: form.control, name: ['every', 'mode'] })
  return (
    <Form id={drawer.formId} gap={2.5} onSubmit={form.handleSubmit((values) => drawer.during(save(values)))}>
      {text('name', { autoFocus: true, slotProps: { htmlInput: { maxLength: 100 } } })}
      <Controller
        control={form.control}
        name="target_group_id"
        render={({ field }) => (
          <TargetGroupPicker
            label={t('form.target_group_id')}
            mayBeAll
            groupId={field.value ?? undefined}
            days={DAYS_OF[every]}
            error={errorOf('target_group_id')}
            onChange={(id) => field.onChange(id ?? null)}
          />
        )}
      />
      {choice('mode', { options: MODES.map((value) => ({ value, label: t(`modes.${value}`) })) })}
      {chosenMode === 'speeding' && text('limit_kph', { type: 'number' })}
      {chosenMode === 'stops' && text('min_minutes', { type: 'number' })}
      <FieldPair>
        {choice('every', { options: EVERY.map((value) => ({ value, label: t(`every.${value}`) })) })}
        {choice('format', { options: FORMATS.map((value) => ({ value, label: t(`formats.${value}`) })) })}
      </FieldPair>
      <SmallHint>{t('form.when', { zone: schedule?.tz ?? timeZone })}</SmallHint>
      <Controller
        control={form.control}
        name="recipients"
        render={({ field }) => (
          <RecipientsField
            ids={field.value}
            names={schedule?.recipient_names}
            error={errorOf('recipients')}
            onChange={field.onChange}
          />
        )}
      />
    </Form>
  )
}

function useSaveSchedule(
  form: ReturnType<typeof useForm<ScheduleForm>>,
  schedule: ReportSchedule | undefined,
  onDone: () => void,
) {
  const { t } = useTranslation('reports')
  const { timeZone } = useFormat()
  const notify = useNotify()
  const reread = useReread(SCHEDULES)
  const keyOf = useOnceKey()
  const [state, setState] = useState(schedule)
  const refuse = useRefuse(form, {
    ...(schedule && {
      reread: async () => {
        const newest = (await read(schedule.id)) ?? schedule
        setState(newest)
        return { ...form.getValues(), ...toForm(newest) } as ScheduleForm
      },
    }),
  })
  return async (values: ScheduleForm): Promise<void> => {
    try {
      if (state) {
        const params = { path: { id: state.id }, header: unchanged(state) }
        await dataOf(api.PUT('/api/v1/report-schedules/{id}', { params, body: { ...toBody(state), ...values } }))
      } else {
        const body = { ...values, tz: timeZone, is_active: true }
        await dataOf(api.POST('/api/v1/report-schedules', { params: { header: once(keyOf(body)) }, body }))
      }
    } catch (error) {
      await refuse(error)
      return
    }
    notify.success(t('schedules.done.save', { name: values.name }))
    await reread()
    onDone()
  }
}
