import LinearProgress from '@mui/material/LinearProgress'
import { Check, LoaderCircle, RotateCcw, Route } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { SmallHint, Stack } from '../../components/layout/index.js'
import { ToneChip } from '../../components/tone-chip.js'
import { formatCount } from '../../lib/format/numbers.js'
import type { HistoryImport } from './history-import.js'

const looks = {
  sending: { icon: LoaderCircle, tone: 'primary' },
  computing: { icon: Route, tone: 'primary' },
  done: { icon: Check, tone: 'moving' },
  undoing: { icon: RotateCcw, tone: 'warning' },
  undone: { icon: RotateCcw, tone: 'quiet' },
} as const

/** Shows the state of an import as shape, colour and text. */
export function ImportChip({ state }: Pick<HistoryImport, 'state'>) {
  const { t } = useTranslation('historyImports')
  return <ToneChip {...looks[state]} label={t(`states.${state}`)} />
}

/** Progress bar of a running import, with the number of stored positions and of trips. */
export function Progress({ points, stored, trips }: HistoryImport) {
  const { t } = useTranslation('historyImports')
  const share = Math.min(100, Math.round((100 * stored) / points))
  const text = t('progress', { stored: formatCount(stored), points: formatCount(points), trips: formatCount(trips) })
  return (
    <Stack gap={0.5}>
      <LinearProgress variant="determinate" value={share} aria-label={t('progressLabel')} />
      <SmallHint role="status">{text}</SmallHint>
    </Stack>
  )
}
