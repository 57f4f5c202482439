import { AlarmClock, BellRing, Check, Clock, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/index.js'
import { Ago } from '../../../components/time/time.js'
import { ToneChip } from '../../../components/tone-chip.js'
import { useNow } from '../../../lib/clock.js'
import { joined } from '../../../lib/format/joined.js'
import { NONE } from '../../../lib/format/none.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { choicesOf, defineList, listOf } from '../../../table/index.js'
import { type Alert, ALERTS_KEY, KINDS, STATES } from '../alert.js'
import { useMeasured } from './alert-words.js'

const looks = {
  open: { icon: BellRing, tone: 'missing' },
  snoozed: { icon: AlarmClock, tone: 'warning' },
  acknowledged: { icon: Check, tone: 'moving' },
  withdrawn: { icon: Undo2, tone: 'quiet' },
} as const

/** Shows the state of an alert, and whether it was raised late. */
export function AlertState({ alert: { state, late } }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  return (
    <Row wrap gap={0.5}>
      <ToneChip {...looks[state]} label={t(`states.${state}`)} />
      {late && <ToneChip icon={Clock} tone="quiet" label={t('late')} />}
    </Row>
  )
}

/**
 * Shows when the alert began. For a silent tracker, shows when its last data was measured, and when it was received if that
 * differs.
 */
function BeganCell({ alert: { began_at: measured, heard_at: heard } }: { alert: Alert }) {
  const { t } = useTranslation('alerts')
  const format = useFormat()
  const now = useNow()
  if (heard === null) return <Ago at={measured} />
  const words = { heard: format.relative(heard, now), measured: format.relative(measured, now) }
  return <>{t('heardAndMeasured', words)}</>
}

const ValueCell = ({ alert }: { alert: Alert }) => useMeasured(alert) ?? NONE

export const alerts = defineList({
  texts: 'alerts',
  source: listOf('/api/v1/alerts', {
    key: [ALERTS_KEY],
    nameOf: ({ entity_name, rule_name }) => joined([entity_name ?? NONE, rule_name]),
    csv: { fileName: 'alerts.csv' },
  }),
  icon: BellRing,
  sort: '-began_at',
  growsBy: 'began_at',
  columns: {
    entity_name: { render: ({ entity_name }) => entity_name ?? NONE },
    kind: { onCard: 'meta', render: ({ kind }, t) => t(`kinds.${kind}`) },
    geofence_name: { onCard: 'meta' },
    began_at: { isLive: true, onCard: 'meta', render: (alert) => <BeganCell alert={alert} /> },
    value: { isNumeric: true, render: (alert) => <ValueCell alert={alert} /> },
    rule_name: {},
    note: { isUnsortable: true },
    business_name: { isOptional: true },
    ended_at: { isLive: true, isOptional: true, render: ({ ended_at }) => <Ago at={ended_at} /> },
    acknowledged_by: { isUnsortable: true, isOptional: true },
    state: { isLive: true, onCard: 'state', render: (alert) => <AlertState alert={alert} /> },
  },
  filters: {
    state: { choices: (t) => choicesOf(STATES, (state) => t(`states.${state}`)) },
    recipient: { choices: (t) => [{ value: 'me', label: t('me') }] },
    kind: { choices: (t) => choicesOf(KINDS, (kind) => t(`kinds.${kind}`)) },
    geofence_name: 'text',
    rule_name: 'text',
    began_at: 'period',
  },
})
