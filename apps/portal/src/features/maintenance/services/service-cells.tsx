import LinearProgress from '@mui/material/LinearProgress'
import { useTranslation } from 'react-i18next'
import { ToneChip } from '../../../components/tone-chip.js'
import { Row, Span } from '../../../components/layout/index.js'
import { TwoLines } from '../../../components/two-lines.js'
import { useMinute } from '../../../lib/clock.js'
import { NONE } from '../../../lib/format/none.js'
import { counted } from '../../../lib/format/numbers.js'
import { LOOKS, progressOf, type Service, type ServiceState } from './services.js'

export function StateChip({ state }: { state: ServiceState }) {
  const { t } = useTranslation('services')
  return <ToneChip {...LOOKS[state]} label={t(`states.${state}`)} />
}

/** Shows the interval below the name of the service: "every 1 500 km". */
export function TriggerCell({ service: { trigger } }: { service: Service }) {
  const { t } = useTranslation('maintenance')
  return <TwoLines first={trigger.name} second={t(`every.${trigger.metric}`, counted(trigger.value))} />
}

const DAY_MS = 86_400_000

/** Returns a function that formats what is left or overdue: "120 km left · ~12 days". */
export function useLeftWords() {
  const { t } = useTranslation('services')
  const now = useMinute()
  return ({ left: { km, days, forecast_at } }: Service): string => {
    const ahead = forecast_at === null ? 0 : Math.round((Date.parse(forecast_at) - now) / DAY_MS)
    const parts = [
      km !== null && t(km < 0 ? 'left.kmOver' : 'left.km', counted(Math.abs(km))),
      days !== null && (days === 0 ? t('left.today') : t(days < 0 ? 'left.daysOver' : 'left.days', { count: Math.abs(days) })),
      ahead > 0 && t('left.forecast', { count: ahead }),
    ]
    return parts.filter((part) => part !== false).join(' · ') || NONE
  }
}

const COLORS = { overdue: 'error', 'due-soon': 'warning', planned: 'primary', done: 'primary', archived: 'primary' } as const

export function LeftCell({ service }: { service: Service }) {
  const wordsOf = useLeftWords()
  const progress = progressOf(service)
  const { state } = service
  return (
    <Row>
      {progress !== undefined && (
        <LinearProgress
          aria-hidden
          variant="determinate"
          value={progress * 100}
          color={COLORS[state]}
          sx={{ width: 72, flex: 'none', display: { xs: 'none', md: 'block' } }}
        />
      )}
      <Span tabular weight={state === 'overdue' ? 'strong' : 'regular'} tone={state === 'overdue' ? 'missing' : 'primary'}>
        {wordsOf(service)}
      </Span>
    </Row>
  )
}
