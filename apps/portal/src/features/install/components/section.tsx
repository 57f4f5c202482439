import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Check, CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Row, Stack } from '../../../components/layout/layout.js'
import { Text } from '../../../components/layout/text.js'
import { SoftTile } from '../../../components/soft-tile.js'
import { useFolding } from './use-folding.js'

interface SectionProps {
  number: number
  title: string
  /** Fields of it that were found wrong. */
  wrong: number
  isComplete: boolean
  /** What is filled in, in one line; where it is told, the panel folds to it once the work goes on elsewhere. */
  summary?: string
  children: ReactNode
}

/** One numbered panel of the form; its head says how it stands. */
export function Section({ number, title, wrong, isComplete, summary, children }: SectionProps) {
  const { t } = useTranslation('install')
  const titleId = useId()
  const bodyId = useId()
  const folding = useFolding()
  const isFolded = folding.isFolded && isComplete && wrong === 0 && summary !== undefined
  const isWrong = wrong > 0
  return (
    <Stack
      component="section"
      aria-labelledby={titleId}
      onBlur={isComplete ? folding.onBlur : undefined}
      ground="paper"
      pad={2.5}
      gap={isFolded ? 0.5 : 2}
    >
      <Row gap={1.5}>
        <SoftTile aria-hidden tone={isWrong ? 'missing' : isComplete ? 'moving' : 'quiet'} size={28}>
          {isWrong ? <CircleAlert strokeWidth={2} /> : isComplete ? <Check strokeWidth={2} /> : <strong>{number}</strong>}
        </SoftTile>
        <Text component="h2" size="heading" grow id={titleId}>
          {title}
        </Text>
        <Text component="span" size="caption" tone={isWrong ? 'missing' : 'secondary'}>
          {isWrong ? t('section.wrong', { count: wrong }) : isComplete ? t('section.complete') : ''}
        </Text>
        {isFolded && (
          <Button size="small" aria-expanded={false} aria-controls={bodyId} onClick={folding.open}>
            {t('section.change')}
          </Button>
        )}
      </Row>
      {isFolded && (
        <Text tone="secondary" breaks sx={{ pl: 5 }}>
          {summary}
        </Text>
      )}
      {/* Kept where it is folded, so that its fields stay a part of the form. */}
      <Stack id={bodyId} style={isFolded ? { display: 'none' } : undefined}>
        {children}
      </Stack>
    </Stack>
  )
}

const BESIDE = 'repeat(auto-fit, minmax(min(148px, 100%), 1fr))'

interface PairProps {
  /** Long values: below each other on a phone. */
  isLong?: boolean
  children: ReactNode
}

/** Two fields beside each other where there is room; on a phone, too, unless words are large. */
export const Pair = ({ isLong = false, children }: PairProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: isLong ? { xs: '1fr', sm: BESIDE } : BESIDE, gap: 2, alignItems: 'start' }}>
    {children}
  </Box>
)
