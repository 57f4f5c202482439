import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Check, CirclePause, Pencil, Play, Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { useChange, useReread } from '../../../components/notifications/use-change.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { DateTime } from '../../../components/time/time.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { TwoLines } from '../../../components/two-lines.js'
import { api, dataOf, unwrap } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { NONE } from '../../../lib/format/none.js'
import { choicesOf, defineList, listOf, ListTable, type RowAction } from '../../../table/index.js'
import { RequestState } from '../order/request-state.js'
import { REQUESTS, SCHEDULES } from '../queries/report-queries.js'
import { EVERY, FORMATS, MODES, type ReportSchedule } from '../report.js'
import type { ReportAddress } from '../use-report-address.js'
import { ScheduleDrawer } from './schedule-form.js'
import { toBody } from './schedule-body.js'

const LAST_RUNS = 200

/** Shows the state of a schedule's newest report, if the signed-in user is one of the report's recipients. */
function LastResult({ scheduleId }: { scheduleId: number }) {
  const { data } = useQuery({
    queryKey: [REQUESTS, 'of-schedules'],
    queryFn: ({ signal }) => {
      const query = { limit: LAST_RUNS, orderBy: 'created_at', sortedBy: 'desc' } as const
      return dataOf(api.GET('/api/v1/reports/requests', { params: { query }, signal }))
    },
  })
  const last = data?.find(({ schedule_id: id }) => id === scheduleId)
  return last ? <RequestState request={last} /> : NONE
}

function StateChip({ schedule: { is_active: isActive } }: { schedule: ReportSchedule }) {
  const { t } = useTranslation('reports')
  return isActive ? (
    <ToneChip icon={Check} tone="moving" label={t('schedules.active')} />
  ) : (
    <ToneChip icon={CirclePause} tone="quiet" label={t('schedules.paused')} />
  )
}

const schedules = defineList({
  texts: 'reports',
  name: 'report-schedules',
  source: listOf('/api/v1/report-schedules', { key: [SCHEDULES], nameOf: ({ name }) => name }),
  icon: CalendarClock,
  sort: 'name',
  columns: {
    name: { render: ({ name, paused_reason: reason }) => <TwoLines first={name} second={reason} /> },
    target_group_name: {
      isUnsortable: true,
      onCard: 'meta',
      render: ({ target_group_id: id, target_group_name: name }, t) => name ?? (id === null ? t('who.all') : NONE),
    },
    every: { render: ({ every }, t) => t(`every.${every}`) },
    mode: { render: ({ mode }, t) => t(`modes.${mode}`) },
    format: { render: ({ format }, t) => t(`formats.${format}`) },
    recipient_names: { isUnsortable: true, onCard: 'meta' },
    next_run_at: { render: ({ is_active: isActive, next_run_at: at }) => (isActive ? <DateTime at={at} /> : NONE) },
    last: { isUnsortable: true, render: ({ id }) => <LastResult scheduleId={id} /> },
    owner: { isUnsortable: true, isOptional: true },
    tz: { isUnsortable: true, isOptional: true },
    is_active: { isUnsortable: true, onCard: 'state', render: (schedule) => <StateChip schedule={schedule} /> },
  },
  filters: {
    name: 'text',
    every: { choices: (t) => choicesOf(EVERY, (every) => t(`every.${every}`)) },
    mode: { choices: (t) => choicesOf(MODES, (mode) => t(`modes.${mode}`)) },
    format: { choices: (t) => choicesOf(FORMATS, (format) => t(`formats.${format}`)) },
  },
})

/** Pauses, resumes and deletes schedules. A deleted schedule can be restored. */
function useScheduleChanges() {
  const { t } = useTranslation('reports')
  const notify = useNotify()
  const reread = useReread(SCHEDULES)
  const pause = useChange(
    (schedule: ReportSchedule) => {
      const body = { ...toBody(schedule), is_active: !schedule.is_active }
      return unwrap(api.PUT('/api/v1/report-schedules/{id}', { params: { path: { id: schedule.id } }, body }))
    },
    reread,
    { done: (_answer, { name, is_active: was }) => t(was ? 'schedules.done.pause' : 'schedules.done.resume', { name }) },
  )
  const restore = useChange(
    (schedule: ReportSchedule, key) =>
      unwrap(api.POST('/api/v1/report-schedules', { params: { header: once(key) }, body: toBody(schedule) })),
    reread,
    { done: (_answer, { name }) => t('schedules.done.restore', { name }) },
  )
  const remove = useChange(
    ({ id }: ReportSchedule) => unwrap(api.DELETE('/api/v1/report-schedules/{id}', { params: { path: { id } } })),
    reread,
    {
      then: (_answer, schedule) => {
        const wayBack = { label: t('schedules.undo'), onAct: () => restore.mutate(schedule) }
        notify.success(t('schedules.done.delete', { name: schedule.name }), { wayBack })
      },
    },
  )
  return { pause: pause.mutate, remove: remove.mutate }
}

/** Lists the report schedules with their next run and last result. */
export function ReportSchedules({ address }: { address: ReportAddress }) {
  const { t } = useTranslation('reports')
  const { pause, remove } = useScheduleChanges()
  const actionsOf = (schedule: ReportSchedule): RowAction[] => [
    { label: t('schedules.edit'), icon: Pencil, onAct: () => address.editSchedule(schedule.id) },
    schedule.is_active
      ? { label: t('schedules.pause'), icon: CirclePause, onAct: () => pause(schedule) }
      : { label: t('schedules.resume'), icon: Play, onAct: () => pause(schedule) },
    { label: t('schedules.delete'), icon: Trash2, isDanger: true, onAct: () => remove(schedule) },
  ]
  const create = (
    <ActionButton icon={Plus} variant="contained" label={t('schedules.new')} onClick={() => address.createSchedule()} />
  )
  return (
    <>
      <ListTable
        {...schedules}
        label={t('views.schedules')}
        searchLabel={t('schedules.search')}
        nothing={{ title: t('schedules.none'), text: t('schedules.noneText') }}
        nothingAction={create}
        actionsOf={actionsOf}
        onOpen={({ id }) => address.editSchedule(id)}
      />
      {address.form && <ScheduleDrawer key={address.form.id ?? 'new'} id={address.form.id} address={address} />}
    </>
  )
}
