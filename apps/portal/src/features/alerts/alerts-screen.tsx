import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { AlarmClock, BellRing, Check, Clock, ListChecks, NotebookPen, RotateCcw, Undo2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link as RouterLink } from 'react-router'
import { Row, Text } from '../../components/layout/index.js'
import { useChange, useReread } from '../../components/notifications/use-change.js'
import { Page } from '../../components/page.js'
import { Ago } from '../../components/time/time.js'
import { ToneChip } from '../../components/tone-chip.js'
import { api, dataOf } from '../../lib/api/api-client.js'
import { useClock, useNow } from '../../lib/clock.js'
import { addDays, dayOf, instantOf } from '../../lib/day-range.js'
import { NONE } from '../../lib/format/none.js'
import { counted, formatCount } from '../../lib/format/numbers.js'
import { useFormat } from '../../lib/format/use-format.js'
import { PATHS } from '../../lib/paths.js'
import { usePermission } from '../../lib/session/session.js'
import { choicesOf, defineList, listOf, ListTable, type BulkAction, type RowAction } from '../../table/index.js'
import { type Alert, ALERTS_KEY, KINDS, STATES } from './alert.js'
import { NoteDialog } from './note-dialog.js'
import { joined } from '../../lib/format/joined.js'

const looks = {
  open: { icon: BellRing, tone: 'missing' },
  snoozed: { icon: AlarmClock, tone: 'warning' },
  acknowledged: { icon: Check, tone: 'moving' },
  withdrawn: { icon: Undo2, tone: 'quiet' },
} as const

/** Leads to the alert's day on the map, as a zone has it, with the trip of the moment. */
function DayOnMap({ alert: { entity_id: id, entity_name, began_at: at } }: { alert: Alert }) {
  const { timeZone } = useFormat()
  const day = dayOf(at, timeZone)
  return (
    <Link
      component={RouterLink}
      to={`${PATHS.map}?entity=${id}&from=${day}&till=${day}&at=${at}`}
      color="inherit"
      underline="hover"
    >
      <Text weight="medium">{entity_name ?? NONE}</Text>
    </Link>
  )
}

function StateCell({ alert: { state, late } }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  return (
    <Row wrap gap={0.5}>
      <ToneChip {...looks[state]} label={t(`states.${state}`)} />
      {late && <ToneChip icon={Clock} tone="quiet" label={t('late')} />}
    </Row>
  )
}

/** When it began; of silence, when something was measured and when it was heard, where these are two times. */
function BeganCell({ alert: { began_at: measured, heard_at: heard } }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const now = useNow()
  if (heard === null) return <Ago at={measured} />
  const words = { heard: format.relative(heard, now), measured: format.relative(measured, now) }
  return <>{t('heardAndMeasured', words)}</>
}

/** The worst of it, in the unit of its kind. */
function ValueCell({ alert: { kind, value } }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  if (value === null || (kind !== 'speeding' && kind !== 'lowBattery' && kind !== 'silent')) return NONE
  return t(`value.${kind}`, { value: formatCount(value) })
}

const alerts = defineList({
  texts: 'alerts',
  source: listOf('/api/v1/alerts', {
    key: [ALERTS_KEY],
    nameOf: ({ entity_name, rule_name }) => joined([entity_name ?? NONE, rule_name]),
    csv: { fileName: 'alerts.csv' },
  }),
  icon: BellRing,
  sort: '-began_at',
  columns: {
    entity_name: {
      render: (alert) => <DayOnMap alert={alert} />,
    },
    kind: { onCard: 'meta', render: ({ kind }, t) => t(`kinds.${kind}`) },
    geofence_name: { onCard: 'meta' },
    began_at: { isLive: true, onCard: 'meta', render: (alert) => <BeganCell alert={alert} /> },
    value: { isNumeric: true, render: (alert) => <ValueCell alert={alert} /> },
    rule_name: {},
    note: { isUnsortable: true },
    business_name: { isOptional: true },
    ended_at: { isLive: true, isOptional: true, render: ({ ended_at }) => <Ago at={ended_at} /> },
    acknowledged_by: { isUnsortable: true, isOptional: true },
    state: { isLive: true, onCard: 'state', render: (alert) => <StateCell alert={alert} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    kind: { choices: (t) => choicesOf(KINDS, (kind) => t(`kinds.${kind}`)) },
    geofence_name: 'text',
    rule_name: 'text',
    began_at: 'period',
  },
})

/** Returns eight in the morning of the next day, by the clocks of a zone. */
const tomorrow = (now: number, timeZone: string): string =>
  new Date(instantOf(addDays(dayOf(now, timeZone), 1), 8, timeZone)).toISOString()

/** What is done about one alert. */
function useAlertChanges() {
  const { t } = useTranslation('alerts')
  const clock = useClock()
  const { timeZone } = useFormat()
  const reread = useReread(ALERTS_KEY, 'alert-rules')
  const acknowledge = useChange(
    ({ id }: Alert) => dataOf(api.PUT('/api/v1/alerts/acknowledge', { body: { ids: [id] } })),
    reread,
    { done: () => t('done.acknowledge') },
  )
  const snooze = useChange(
    ({ id }: Alert) => dataOf(api.PUT('/api/v1/alerts/snooze', { body: { ids: [id], until: tomorrow(clock.now(), timeZone) } })),
    reread,
    { done: () => t('done.snooze') },
  )
  const reopen = useChange(({ id }: Alert) => dataOf(api.PUT('/api/v1/alerts/reopen', { body: { ids: [id] } })), reread, {
    done: () => t('done.reopen'),
  })
  return { acknowledge: acknowledge.mutate, snooze: snooze.mutate, reopen: reopen.mutate, reread }
}

/** What vehicles did against rules, the newest first, and what is done about it. */
export function Component() {
  const { t } = useTranslation('alerts')
  const { acknowledge, snooze, reopen, reread } = useAlertChanges()
  const [noted, setNoted] = useState<Alert>()
  const withdrawn = ({ state }: Alert) => (state === 'withdrawn' ? t('refused.withdrawn') : undefined)
  const seenTo = (alert: Alert) => withdrawn(alert) ?? (alert.state === 'acknowledged' ? t('refused.acknowledged') : undefined)
  const actionsOf = (alert: Alert): RowAction[] => [
    { label: t('actions.acknowledge'), icon: Check, disabledBecause: seenTo(alert), onAct: () => acknowledge(alert) },
    { label: t('actions.note'), icon: NotebookPen, disabledBecause: withdrawn(alert), onAct: () => setNoted(alert) },
    { label: t('actions.snooze'), icon: AlarmClock, disabledBecause: withdrawn(alert), onAct: () => snooze(alert) },
    {
      label: t('actions.reopen'),
      icon: RotateCcw,
      onAct: () => reopen(alert),
      disabledBecause: withdrawn(alert) ?? (alert.state === 'open' ? t('refused.open') : undefined),
    },
  ]
  const acknowledgeMany = useMemo(
    (): BulkAction<Alert> => ({
      key: 'acknowledge',
      label: t('actions.acknowledge'),
      icon: Check,
      refusalOf: seenTo,
      effectOn: (count) => t('bulk.acknowledge', counted(count)),
      run: async (rows) => {
        // As many as one call takes.
        for (let at = 0; at < rows.length; at += 200) {
          const ids = rows.slice(at, at + 200).map(({ id }) => id)
          await dataOf(api.PUT('/api/v1/alerts/acknowledge', { body: { ids } }))
        }
        void reread()
        return rows.map((row) => ({ row }))
      },
    }),
    // oxlint-disable-next-line react/exhaustive-deps -- the words alone decide
    [t],
  )
  const mayRule = usePermission('manage:alerts')
  const rules = mayRule && (
    <Button component={RouterLink} to={PATHS.alertRules} variant="outlined" startIcon={<ListChecks size={16} />}>
      {t('actions.rules')}
    </Button>
  )
  return (
    <Page title={t('screen.title')} meta={t('screen.purpose')} isFilling actions={rules}>
      <ListTable {...alerts} actionsOf={actionsOf} bulkActions={[acknowledgeMany]} />
      {noted && <NoteDialog alert={noted} onClose={() => setNoted(undefined)} />}
    </Page>
  )
}
