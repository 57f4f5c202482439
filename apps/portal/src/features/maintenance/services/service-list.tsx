import { useQuery } from '@tanstack/react-query'
import { Archive, CalendarCheck, Check, RotateCcw, UserRound, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TwoLines } from '../../../components/two-lines.js'
import { Ago } from '../../../components/time/time.js'
import { api, dataOrNull } from '../../../lib/api/api-client.js'
import { NONE } from '../../../lib/format/none.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { type BulkAction, defineList, listOf, ListTable, type RowAction } from '../../../table/index.js'
import { LeftCell, StateChip, TriggerCell } from './service-cells.js'
import { type AskedDialog, ServiceDialog } from './service-dialogs.js'
import { ServicePanel } from './service-panel.js'
import { costOf, nameOf, odometerOf, type Service, SERVICES_KEY, type ServiceState, STATES } from './services.js'
import { useServiceChanges } from './use-service-changes.js'

const servicesIn = (state: ServiceState) =>
  listOf('/api/v1/maintenance-notifications', {
    key: [SERVICES_KEY, state],
    nameOf,
    query: { state },
    csv: { fileName: 'maintenance.csv', hasOwnColumns: true },
  })

function Day({ at }: { at: string | null | undefined }) {
  const format = useFormat()
  return at ? format.date(at) : NONE
}

const COMMON = {
  entity_name: { render: ({ entity, plan }: Service) => <TwoLines first={entity.name} second={plan.title} /> },
  trigger_name: { onCard: 'meta', render: (service: Service) => <TriggerCell service={service} /> },
} as const
const ON_DEMAND = {
  business_name: { isOptional: true, render: ({ entity }: Service) => entity.business_name },
  license_plate: { isOptional: true, render: ({ entity }: Service) => entity.license_plate ?? NONE },
  due_at: { isOptional: true, render: ({ due_at }: Service) => <Day at={due_at} /> },
  created_at: { isOptional: true, render: ({ created_at }: Service) => <Ago at={created_at} /> },
} as const
const FILTERS = {
  user_name: 'text',
  entity_name: 'text',
  plan_title: { key: 'name', kind: 'text' },
  planned_at: 'period',
  created_at: 'period',
} as const

const services = defineList({
  texts: 'services',
  source: servicesIn('overdue'),
  icon: Wrench,
  sort: 'comes_at',
  columns: {
    ...COMMON,
    comes_at: { onCard: 'meta', render: (service) => <LeftCell service={service} /> },
    planned_at: { onCard: 'meta', render: ({ planned_at }) => (planned_at === null ? NONE : <Day at={planned_at} />) },
    user_name: { onCard: 'meta', render: ({ assigned_user }) => assigned_user?.name ?? NONE },
    completed_at: { isOptional: true, render: ({ completed }) => <Day at={completed?.at} /> },
    ...ON_DEMAND,
    state: { isUnsortable: true, isOptional: true, onCard: 'state', render: ({ state }) => <StateChip state={state} /> },
  },
  filters: FILTERS,
})

/** List of completed services, with date, mechanic and cost in place of the remaining interval. */
const doneServices = defineList({
  texts: 'services',
  name: 'done-services',
  source: servicesIn('done'),
  icon: Wrench,
  sort: '-completed_at',
  columns: {
    ...COMMON,
    completed_at: { onCard: 'meta', render: ({ completed }) => <Day at={completed?.at} /> },
    completed_by: { isUnsortable: true, onCard: 'meta', render: ({ completed }) => completed?.by ?? NONE },
    odometer_m: { isUnsortable: true, onCard: 'meta', isNumeric: true, render: ({ completed }) => odometerOf(completed) ?? NONE },
    cost_minor: { isUnsortable: true, onCard: 'meta', isNumeric: true, render: ({ completed }) => costOf(completed) ?? NONE },
    planned_at: { isOptional: true, render: ({ planned_at }) => <Day at={planned_at} /> },
    user_name: { isOptional: true, render: ({ assigned_user }) => assigned_user?.name ?? NONE },
    ...ON_DEMAND,
  },
  filters: FILTERS,
})
const SOURCES = new Map(STATES.map((state) => [state, servicesIn(state)]))

/** Returns the actions of a service by its state, for menu and keyboard, and the dialog that they open. */
export function useServiceActions() {
  const { t } = useTranslation('services')
  const disabledBecause = useMissingRight('manage:maintenance')
  const [asked, setAsked] = useState<AskedDialog>()
  const { change } = useServiceChanges()
  const ask = (kind: AskedDialog['kind'], ...rows: readonly Service[]) => setAsked({ kind, services: rows })
  const actionsOf = (service: Service): RowAction[] => {
    const reopen = { label: t('actions.reopen'), icon: RotateCcw, disabledBecause }
    const archive = { label: t('actions.archive'), icon: Archive, disabledBecause }
    const act = (kind: 'archive' | 'reopen') => () => change([service], { kind })
    if (service.status === 'archived') return [{ ...reopen, onAct: act('reopen') }]
    if (service.status === 'done')
      return [
        { ...reopen, onAct: act('reopen') },
        { ...archive, onAct: act('archive') },
      ]
    return [
      { label: t('actions.done'), icon: Check, key: 'd', disabledBecause, onAct: () => ask('done', service) },
      { label: t('actions.plan'), icon: CalendarCheck, key: 'p', disabledBecause, onAct: () => ask('plan', service) },
      { label: t('actions.assign'), icon: UserRound, key: 'a', disabledBecause, onAct: () => ask('assign', service) },
      { ...archive, onAct: act('archive') },
    ]
  }
  const bulkActions: BulkAction<Service>[] = [
    { key: 'assign', label: t('actions.assign'), icon: UserRound, disabledBecause, hand: (rows) => ask('assign', ...rows) },
    { key: 'plan', label: t('actions.plan'), icon: CalendarCheck, disabledBecause, hand: (rows) => ask('plan', ...rows) },
  ]
  const dialog = asked && <ServiceDialog asked={asked} onClose={() => setAsked(undefined)} />
  return { actionsOf, bulkActions, ask, dialog }
}

interface ServiceListProps {
  state: ServiceState
  openId?: number
  onOpen: (id: number) => void
  onClose: () => void
}

/** Lists the services of one state. Open services can be handled one by one or many together. */
export function ServiceList({ state, openId, onOpen, onClose }: ServiceListProps) {
  const { t } = useTranslation('services')
  const { actionsOf, bulkActions, dialog } = useServiceActions()
  const isOpen = state !== 'done' && state !== 'archived'
  return (
    <>
      <ListTable
        key={state}
        {...(state === 'done' ? doneServices : services)}
        source={SOURCES.get(state) ?? services.source}
        nothing={{ title: t(`nothing.${state}`), text: t('nothingYet.text') }}
        onOpen={({ id }) => onOpen(id)}
        openId={openId}
        actionsOf={actionsOf}
        bulkActions={isOpen ? bulkActions : undefined}
      />
      <OpenService id={openId} actionsOf={actionsOf} onClose={onClose} />
      {dialog}
    </>
  )
}

interface OpenServiceProps {
  id?: number
  actionsOf: (service: Service) => readonly RowAction[]
  onClose: () => void
}

/** Panel of the service from the URL, beside list, board or calendar. */
export function OpenService({ id, actionsOf, onClose }: OpenServiceProps) {
  const query = useQuery({
    queryKey: [SERVICES_KEY, 'one', id],
    queryFn: ({ signal }) =>
      dataOrNull(api.GET('/api/v1/maintenance-notifications/{id}', { params: { path: { id: id ?? 0 } }, signal })),
    enabled: id !== undefined,
  })
  return <ServicePanel isOpen={id !== undefined} query={query} actionsOf={actionsOf} onClose={onClose} />
}
