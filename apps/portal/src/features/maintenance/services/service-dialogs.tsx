import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AskDialog } from '../../../components/ask-dialog.js'
import { ErrorNotice } from '../../../components/error-notice.js'
import { ActionButton } from '../../../components/action-button.js'
import { DateField } from '../../../components/date-fields/date-field.js'
import { Field } from '../../../components/field.js'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { useClock } from '../../../lib/clock.js'
import { isDay } from '../../../lib/day-range.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { DoneDialog } from './done-dialog.js'
import { nameOf, type Service, SERVICES_KEY } from './services.js'
import { useServiceChanges } from './use-service-changes.js'

export const assigneesQuery = (entityId?: number) => ({
  queryKey: [SERVICES_KEY, 'assignees', entityId],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    dataOf(api.GET('/api/v1/maintenance-notifications/assignees', { params: { query: { entity_id: entityId } }, signal })),
})

interface DialogProps {
  services: readonly Service[]
  onClose: () => void
}

export interface AskedDialog {
  kind: 'plan' | 'assign' | 'done'
  services: readonly Service[]
}

/** The open dialog for some services. */
export function ServiceDialog({ asked: { kind, services }, onClose }: { asked: AskedDialog; onClose: () => void }) {
  const [first] = services
  if (kind === 'done') return first && <DoneDialog service={first} onClose={onClose} />
  return kind === 'plan' ? (
    <PlanDialog services={services} onClose={onClose} />
  ) : (
    <AssignDialog services={services} onClose={onClose} />
  )
}

const useTitle = (services: readonly Service[]) => {
  const { t } = useTranslation('services')
  const [first] = services
  return services.length === 1 && first ? nameOf(first) : t('many', { count: services.length })
}

/** Sets or clears the planned day. */
function PlanDialog({ services, onClose }: DialogProps) {
  const { t } = useTranslation(['services', 'common'])
  const clock = useClock()
  const { day: dayOf } = useFormat()
  const { change, isPending } = useServiceChanges(onClose)
  const today = dayOf(clock.now())
  const planned = services[0]?.planned_at
  const [day, setDay] = useState(planned ? dayOf(planned) : today)
  const plan = (wanted: string | null) => change(services, { kind: 'plan', day: wanted })
  return (
    <AskDialog
      title={t('planning.title', { name: useTitle(services) })}
      onClose={onClose}
      actions={
        <>
          {planned && <Button onClick={() => plan(null)}>{t('planning.clear')}</Button>}
          <Button onClick={onClose}>{t('common:actions.cancel')}</Button>
          <ActionButton variant="contained" loading={isPending} disabled={!isDay(day) || day < today} onClick={() => plan(day)}>
            {t('planning.act')}
          </ActionButton>
        </>
      }
    >
      <DateField autoFocus label={t('planning.day')} value={day} onChange={setDay} min={today} />
    </AskDialog>
  )
}

const NOBODY = 0

/** Assigns a mechanic or none. */
function AssignDialog({ services, onClose }: DialogProps) {
  const { t } = useTranslation('services')
  const { change, isPending } = useServiceChanges(onClose)
  const [only] = services.length === 1 ? services : []
  const query = useQuery(assigneesQuery(only?.entity.id))
  const people = query.data ?? []
  const [id, setId] = useState(services[0]?.assigned_user?.id ?? NOBODY)
  const user = people.find((one) => one.id === id) ?? null
  return (
    <AskDialog
      title={t('assigning.title', { name: useTitle(services) })}
      onClose={onClose}
      act={{
        label: t('assigning.act'),
        isPending,
        isDisabled: !query.data,
        onAct: () => change(services, { kind: 'assign', user }),
      }}
    >
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      <Field
        label={t('assigning.user')}
        value={query.data ? (user?.id ?? NOBODY) : ''}
        autoFocus
        onChange={({ target }) => setId(Number(target.value))}
        options={[{ value: NOBODY, label: t('assigning.nobody') }, ...people.map((one) => ({ value: one.id, label: one.name }))]}
      />
    </AskDialog>
  )
}
