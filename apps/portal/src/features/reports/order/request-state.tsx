import LinearProgress from '@mui/material/LinearProgress'
import { Ban, Check, Clock3, LoaderCircle, TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Stack } from '../../../components/layout/index.js'
import { ToneChip } from '../../../components/tone-chip.js'
import type { ReportRequest } from '../report.js'

const looks = {
  queued: { icon: Clock3, tone: 'quiet' },
  running: { icon: LoaderCircle, tone: 'primary' },
  done: { icon: Check, tone: 'moving' },
  failed: { icon: TriangleAlert, tone: 'missing' },
  cancelled: { icon: Ban, tone: 'quiet' },
} as const

/** Shows the state of a request as shape, colour and text, with its progress. */
export function RequestState({ request: { state, progress } }: { request: Pick<ReportRequest, 'state' | 'progress'> }) {
  const { t } = useTranslation('reports')
  return (
    <Stack gap={0.5} align="start">
      <ToneChip {...looks[state]} label={state === 'running' ? t('states.runningAt', { progress }) : t(`states.${state}`)} />
      {state === 'running' && (
        <LinearProgress
          variant="determinate"
          value={progress}
          aria-label={t('states.running')}
          sx={{ width: 96, borderRadius: 2 }}
        />
      )}
    </Stack>
  )
}
