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
  /** Number of fields with an error shown. */
  wrong: number
  isComplete: boolean
  /**
   * One-line summary of the content. If there is a summary, a complete panel folds as soon as the focus moves to another
   * panel.
   */
  summary?: string
  children: ReactNode
}

/** One numbered panel of the form. Its header shows its state. */
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
      {/* Stays mounted while folded, so that its fields remain part of the form. */}
      <Stack id={bodyId} style={isFolded ? { display: 'none' } : undefined}>
        {children}
      </Stack>
    </Stack>
  )
}

const BESIDE = 'repeat(auto-fit, minmax(min(148px, 100%), 1fr))'

interface PairProps {
  /** For long values: stacks the fields on a phone. */
  isLong?: boolean
  children: ReactNode
}

/** Places two fields side by side if there is room. A phone usually has room, but not if its text is large. */
export const Pair = ({ isLong = false, children }: PairProps) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: isLong ? { xs: '1fr', sm: BESIDE } : BESIDE, gap: 2, alignItems: 'start' }}>
    {children}
  </Box>
)
