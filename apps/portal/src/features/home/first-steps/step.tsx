import { styled } from '@mui/material/styles'
import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { VisuallyHidden } from '../../../components/said.js'
import { Fill, Hint, ListRow, Stack, Text } from '../../../components/layout/index.js'
import { vars } from '../../../theme/components/vars.js'

const Sign = styled('span', { shouldForwardProp: (name) => name !== 'isDone' })<{ isDone: boolean }>(({ theme, isDone }) => ({
  display: 'grid',
  placeContent: 'center',
  flex: 'none',
  width: 24,
  height: 24,
  borderRadius: 12,
  fontSize: 12,
  fontWeight: 600,
  fontVariantNumeric: 'tabular-nums',
  ...(isDone
    ? { color: vars(theme).moving.main, backgroundColor: vars(theme).moving.soft }
    : { color: vars(theme).text.secondary, backgroundColor: vars(theme).surface.subtle }),
}))

interface StepProps {
  number: number
  title: string
  /** Purpose of the step, or its result. */
  text: string
  isDone: boolean
  /** True for the first step that is not done. Only this one is open. */
  isNext: boolean
  /** Content of the open step. */
  children?: ReactNode
}

/** One step: its number until it is done, then a tick. */
export function Step({ number, title, text, isDone, isNext, children }: StepProps) {
  const { t } = useTranslation('home')
  return (
    <ListRow component="li" gap={1.5} pad={[1, 0]} align="start" aria-current={isNext ? 'step' : undefined}>
      <Sign isDone={isDone}>{isDone ? <Check size={14} aria-hidden /> : <span aria-hidden>{number}</span>}</Sign>
      <Fill>
        <Stack gap={isNext ? 1.5 : 0}>
          <Text breaks>
            <Text component="h3" size="body" weight={isDone ? 'regular' : 'strong'} tone={isDone ? 'secondary' : 'primary'}>
              {title}
              {isDone && <VisuallyHidden>{t('steps.isDone')}</VisuallyHidden>}
            </Text>
            {(isNext || isDone) && <Hint>{text}</Hint>}
          </Text>
          {isNext && children}
        </Stack>
      </Fill>
    </ListRow>
  )
}
