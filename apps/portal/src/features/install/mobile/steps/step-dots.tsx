import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import { Check } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Row } from '../../../../components/layout/layout.js'
import { Text } from '../../../../components/layout/text.js'
import { STEPS, type Step } from './steps.js'

interface StepDotsProps {
  current: Step
  /** Steps without missing fields. */
  filled: ReadonlySet<Step>
  /** Last step that can be opened. */
  open: Step
  onStep: (step: Step) => void
}

/** Shows the current step, with buttons to return to the completed ones. */
export function StepDots({ current, filled, open, onStep }: StepDotsProps) {
  const { t } = useTranslation('installMobile')
  const at = STEPS.indexOf(current)
  return (
    <nav aria-label={t('steps.label')}>
      <Row component="ol" gap={0} align="stretch">
        {STEPS.map((step, index) => {
          const isCurrent = step === current
          // Steps that can be opened and are complete have a check mark, even if a preset completed them and the user has not
          // opened them yet.
          const isDone = filled.has(step) && !isCurrent && index <= STEPS.indexOf(open)
          return (
            <Box component="li" key={step} sx={{ position: 'relative', flex: 1, minWidth: 0 }}>
              {index > 0 && <Way isPassed={index <= at} />}
              <ButtonBase
                aria-current={isCurrent ? 'step' : undefined}
                aria-label={t(isDone ? 'steps.done' : 'steps.number', { number: index + 1, name: t(`steps.${step}`) })}
                disabled={index > STEPS.indexOf(open)}
                onClick={() => onStep(step)}
                sx={{
                  display: 'grid',
                  justifyItems: 'center',
                  gap: 0.5,
                  width: '100%',
                  minHeight: 52,
                  py: 0.5,
                  fontSize: 12,
                  lineHeight: '16px',
                  color: isCurrent ? 'text.primary' : 'text.secondary',
                  fontWeight: isCurrent ? 600 : 500,
                  borderRadius: '8px',
                }}
              >
                <Dot isCurrent={isCurrent} isDone={isDone} number={index + 1} />
                <Text clipped>{t(`steps.${step}`)}</Text>
              </ButtonBase>
            </Box>
          )
        })}
      </Row>
    </nav>
  )
}

/** Line from the previous step. */
function Way({ isPassed }: { isPassed: boolean }) {
  return (
    <Box
      aria-hidden
      sx={{
        position: 'absolute',
        top: 17,
        left: 'calc(-50% + 20px)',
        right: 'calc(50% + 20px)',
        height: 2,
        borderRadius: 1,
        bgcolor: isPassed ? 'primary.main' : 'line.strong',
      }}
    />
  )
}

function Dot({ isCurrent, isDone, number }: { isCurrent: boolean; isDone: boolean; number: number }) {
  return (
    <Box
      sx={{
        display: 'grid',
        placeItems: 'center',
        width: 28,
        height: 28,
        borderRadius: '50%',
        fontSize: 12,
        fontWeight: 600,
        border: isCurrent ? 2 : 1,
        ...(isDone
          ? { bgcolor: 'primary.main', color: 'primary.contrastText', borderColor: 'primary.main' }
          : {
              bgcolor: 'background.paper',
              color: isCurrent ? 'primary.main' : 'text.secondary',
              borderColor: isCurrent ? 'primary.main' : 'line.strong',
            }),
      }}
    >
      {isDone ? <Check size={16} strokeWidth={2.25} aria-hidden /> : number}
    </Box>
  )
}
