import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CalendarCog, Check, CirclePause, Pencil, Play, Plus, RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Hint, Row, Text } from '../../../components/layout/index.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { Ago } from '../../../components/time/time.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { NONE } from '../../../lib/format/none.js'
import { counted } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useScreenAddress } from '../../../lib/screen-address.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { choicesOf, defineList, listOf, ListTable, type RowAction } from '../../../table/index.js'
import { PlanDialog } from './plan-dialog.js'
import { templatesQuery } from './plan-queries.js'
import { type Plan, PLANS_KEY, type Template } from './plans.js'
import { joined } from '../../../lib/format/joined.js'

const looks = {
  active: { icon: Check, tone: 'moving' },
  inactive: { icon: CirclePause, tone: 'quiet' },
  deleted: { icon: Trash2, tone: 'missing' },
} as const
const STATES = ['active', 'inactive', 'deleted'] as const
const stateOf = ({ active, deleted_at }: Plan) => (deleted_at ? 'deleted' : active ? 'active' : 'inactive')

/** Shows the expected day of the next service and the kilometres left until it, as far as each is known. */
function NextDue({ plan: { next_due_at: at, next_left_km: km } }: { plan: Plan }) {
  const { t } = useTranslation('services')
  const format = useFormat()
  const parts = [at && format.date(at), km !== null && t(km < 0 ? 'left.kmOver' : 'left.km', counted(Math.abs(km)))]
  return joined(parts) || NONE
}

function StateChip({ plan }: { plan: Plan }) {
  const { t } = useTranslation('maintenance')
  const state = stateOf(plan)
  return <ToneChip {...looks[state]} label={t(`states.${state}`)} />
}

const plans = defineList({
  texts: 'maintenance',
  source: listOf('/api/v1/maintenance-plans', {
    key: [PLANS_KEY],
    nameOf: ({ title }) => title,
    csv: { fileName: 'maintenance-plans.csv' },
  }),
  icon: CalendarCog,
  sort: 'title',
  columns: {
    title: {},
    triggers: {
      isUnsortable: true,
      onCard: 'meta',
      render: ({ triggers }, t) => triggers.map(({ metric, value }) => t(`every.${metric}`, counted(value))).join(', '),
    },
    business_name: { onCard: 'meta' },
    entities_count: { isUnsortable: true, isNumeric: true },
    open_count: { isUnsortable: true, isNumeric: true },
    next_due_at: { isUnsortable: true, onCard: 'meta', render: (plan) => <NextDue plan={plan} /> },
    description: { isUnsortable: true, isOptional: true },
    created_at: { isOptional: true, render: ({ created_at }) => <Ago at={created_at} /> },
    state: { onCard: 'state', render: (plan) => <ActiveSwitch plan={plan} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    business_name: 'text',
    created_at: 'period',
  },
})

type Change = 'activate' | 'catch-up' | 'deactivate' | 'restore' | 'delete'

const send = (change: Change, id: number) => {
  const params = { path: { id } }
  if (change === 'catch-up')
    return unwrap(api.PUT('/api/v1/maintenance-plans/{id}/activate', { params: { ...params, query: { catch_up: true } } }))
  if (change === 'delete') return unwrap(api.DELETE('/api/v1/maintenance-plans/{id}', { params }))
  return unwrap(api.PUT(`/api/v1/maintenance-plans/{id}/${change}`, { params }))
}

/** Activates, deactivates and deletes plans, with an undo for deletion, and notifies the user. */
function usePlanChanges() {
  const { t } = useTranslation('maintenance')
  const notify = useNotify()
  const queries = useQueryClient()
  const change = async (what: Change, { id, title }: Plan): Promise<void> => {
    try {
      await send(what, id)
    } catch (error) {
      if (what === 'delete') notify.error(t('failed.delete'))
      else if (what === 'activate' || what === 'catch-up') notify.error(t('failed.activate'))
      else notify.failure(error)
      return
    }
    const wayBack = { label: t('actions.restore'), onAct: () => void change('restore', { id, title } as Plan) }
    notify.success(t(`done.${what === 'catch-up' ? 'activate' : what}`, { title }), what === 'delete' ? { wayBack } : undefined)
    await queries.invalidateQueries({ queryKey: [PLANS_KEY] })
  }
  return (what: Change, plan: Plan) => void change(what, plan)
}

interface ActivateDialogProps {
  plan: Plan
  onClose: () => void
}

/** Asks whether to skip or to create the services that became due while the plan was inactive (G-78). */
function ActivateDialog({ plan, onClose }: ActivateDialogProps) {
  const { t } = useTranslation('maintenance')
  const change = usePlanChanges()
  const [catchesUp, setCatchesUp] = useState(false)
  const activate = () => {
    change(catchesUp ? 'catch-up' : 'activate', plan)
    onClose()
  }
  return (
    <AskDialog
      title={t('activating.title', { title: plan.title })}
      onClose={onClose}
      act={{ label: t('actions.activate'), onAct: activate }}
    >
      <Hint>{t('activating.text')}</Hint>
      <FormControlLabel
        control={<Checkbox checked={catchesUp} onChange={(_event, next) => setCatchesUp(next)} />}
        label={t('activating.catchUp')}
      />
    </AskDialog>
  )
}

/** Switch in the row that activates a plan, for users with the right. */
function ActiveSwitch({ plan }: { plan: Plan }) {
  const { t } = useTranslation('maintenance')
  const change = usePlanChanges()
  const missingRight = useMissingRight('manage:maintenance')
  const [isAsking, setIsAsking] = useState(false)
  if (missingRight !== undefined || plan.deleted_at) return <StateChip plan={plan} />
  return (
    // Stops events in the switch's dialog, because the row would react to them.
    <span onClick={(event) => event.stopPropagation()} onKeyDown={(event) => event.stopPropagation()}>
      <FormControlLabel
        control={
          <Switch checked={plan.active} onChange={(_event, next) => (next ? setIsAsking(true) : change('deactivate', plan))} />
        }
        label={
          <Text component="span" size="dense">
            {t(plan.active ? 'states.active' : 'states.inactive')}
          </Text>
        }
      />
      {isAsking && <ActivateDialog plan={plan} onClose={() => setIsAsking(false)} />}
    </span>
  )
}

const usePlanAddress = () => useScreenAddress({ row: 'plan', views: ['all'], begins: ['template', 'plan'] })

/** Button for a new plan, for users with the right. */
export function NewPlan() {
  const { t } = useTranslation('maintenance')
  const { create } = usePlanAddress()
  const missingRight = useMissingRight('manage:maintenance')
  return (
    <ActionButton
      variant="contained"
      icon={Plus}
      label={t('new')}
      disabled={missingRight !== undefined}
      title={missingRight}
      onClick={() => create()}
    />
  )
}

interface TemplateButtonsProps {
  templates: readonly Template[] | undefined
  onPick: (key: Template['key']) => void
}

const TemplateButtons = ({ templates, onPick }: TemplateButtonsProps) => (
  <Row wrap justify="center">
    {templates?.map(({ key, title }) => (
      <ActionButton key={key} icon={Plus} label={title} onClick={() => onPick(key)} />
    ))}
  </Row>
)

/** List of maintenance plans. The URL contains the open plan. */
export function PlansList() {
  const { t } = useTranslation('maintenance')
  const { form, edit, create, closeForm, text } = usePlanAddress()
  const { data: templates, isPending } = useQuery(templatesQuery)
  const asked = text('template')
  const template = templates?.find(({ key }) => key === asked)
  const [activated, setActivated] = useState<Plan>()
  const missingRight = useMissingRight('manage:maintenance')
  const change = usePlanChanges()
  const actionsOf = (plan: Plan): RowAction[] => {
    const action = (what: Exclude<Change, 'catch-up'>, icon: RowAction['icon'], more: Partial<RowAction> = {}) => ({
      label: t(`actions.${what}`),
      icon,
      disabledBecause: missingRight,
      onAct: () => change(what, plan),
      ...more,
    })
    if (plan.deleted_at) return [action('restore', RotateCcw)]
    return [
      { label: t('actions.edit'), icon: Pencil, disabledBecause: missingRight, onAct: () => edit(plan.id) },
      plan.active ? action('deactivate', CirclePause) : action('activate', Play, { onAct: () => setActivated(plan) }),
      action('delete', Trash2, { isDanger: true }),
    ]
  }
  return (
    <>
      <ListTable
        {...plans}
        onOpen={({ id, deleted_at }) => {
          if (missingRight === undefined && deleted_at === null) edit(id)
        }}
        actionsOf={actionsOf}
        nothingAction={
          missingRight === undefined && <TemplateButtons templates={templates} onPick={(template) => create({ template })} />
        }
      />
      {activated && <ActivateDialog plan={activated} onClose={() => setActivated(undefined)} />}
      {form && !(asked && isPending) && (
        <PlanDialog key={form.id ?? 'new'} id={form.id} template={template} onClose={closeForm} />
      )}
    </>
  )
}
