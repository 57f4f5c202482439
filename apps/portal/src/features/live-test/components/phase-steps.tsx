import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import { Check, Radio, Square } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../components/layout/layout.js'
import type { LivePhase } from '../live-phase.js'

const STEPS = ['connecting', 'connected', 'live'] as const
const reached: Record<LivePhase, number> = { error: 0, connecting: 0, connected: 1, live: 2 }

interface PhaseStepsProps {
  phase: LivePhase
  /** State of the customer's consent. */
  consent: ReactNode
  onStop: () => void
}

/** Shows the progress of the test (connecting, connected, live) and a button to end it. */
export function PhaseSteps({ phase, consent, onStop }: PhaseStepsProps) {
  const { t } = useTranslation('liveTest')
  const at = reached[phase]
  return (
    <Row ground="paper" wrap gap={1.5} pad={[1.5, 2.5]}>
      <Row component="ol" aria-label={t('steps')} wrap grow={280}>
        {STEPS.map((step, index) => (
          <Row
            component="li"
            key={step}
            aria-current={index === at ? 'step' : undefined}
            weight={index === at ? 'strong' : 'regular'}
            tone={index === at ? 'primary' : 'secondary'}
          >
            {index > 0 && (
              <Box sx={{ width: { xs: 12, sm: 48 }, height: 2, bgcolor: index <= at ? 'accent.main' : 'line.strong' }} />
            )}
            <StepMark
              state={index < at ? 'done' : index === at ? 'now' : 'later'}
              isLive={step === 'live'}
              isError={phase === 'error'}
            />
            {t(`phase.${step}`)}
          </Row>
        ))}
      </Row>
      <Row gap={1.5} wrap>
        {consent}
        <Button startIcon={<Square size={14} />} onClick={onStop}>
          {t('stop')}
        </Button>
      </Row>
    </Row>
  )
}

interface StepMarkProps {
  state: 'done' | 'now' | 'later'
  isLive: boolean
  isError: boolean
}

function StepMark({ state, isLive, isError }: StepMarkProps) {
  if (state === 'now' && !isLive && !isError) return <CircularProgress size={20} thickness={4} aria-hidden />
  const filled =
    state === 'later' || isError
      ? { border: 2, borderColor: 'line.strong' }
      : isLive
        ? { bgcolor: 'accent.main', color: 'accent.contrastText' }
        : { bgcolor: 'primary.main', color: 'primary.contrastText' }
  return (
    <Box aria-hidden sx={{ display: 'grid', placeContent: 'center', width: 22, height: 22, borderRadius: '50%', ...filled }}>
      {state === 'done' && <Check size={14} strokeWidth={2} />}
      {state === 'now' && isLive && <Radio size={14} />}
    </Box>
  )
}
