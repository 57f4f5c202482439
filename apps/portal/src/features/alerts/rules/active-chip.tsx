import { Check, CirclePause } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ToneChip } from '../../../components/tone-chip.js'
import type { AlertRule } from '../alert.js'

/** Shows whether a rule is active. Only an active rule raises alerts. */
export function ActiveChip({ rule: { active } }: { rule: Pick<AlertRule, 'active'> }) {
  const { t } = useTranslation('alertRules')
  const look = active ? ({ icon: Check, tone: 'moving' } as const) : ({ icon: CirclePause, tone: 'quiet' } as const)
  return <ToneChip {...look} label={t(active ? 'active.yes' : 'active.no')} />
}
