import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { Check, CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
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
  const colors = isWrong
    ? { bgcolor: 'missing.soft', color: 'missing.main' }
    : isComplete
      ? { bgcolor: 'moving.soft', color: 'moving.main' }
      : { bgcolor: 'surface.subtle', color: 'text.secondary' }
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      onBlur={isComplete ? folding.onBlur : undefined}
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper', p: 2.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: isFolded ? 0.5 : 2 }}>
        <Box
          aria-hidden
          sx={{
            flex: 'none',
            display: 'grid',
            placeItems: 'center',
            width: 28,
            height: 28,
            borderRadius: 1.5,
            fontSize: 13,
            fontWeight: 600,
            ...colors,
          }}
        >
          {isWrong ? <CircleAlert size={16} strokeWidth={2} /> : isComplete ? <Check size={16} strokeWidth={2} /> : number}
        </Box>
        <Text component="h2" size="heading" grow id={titleId}>
          {title}
        </Text>
        <Typography variant="caption" color={isWrong ? 'error' : 'textSecondary'} sx={{ textAlign: 'right' }}>
          {isWrong ? t('section.wrong', { count: wrong }) : isComplete ? t('section.complete') : ''}
        </Typography>
        {isFolded && (
          <Button size="small" aria-expanded={false} aria-controls={bodyId} onClick={folding.open}>
            {t('section.change')}
          </Button>
        )}
      </Box>
      {isFolded && <Box sx={{ pl: 5, color: 'text.secondary', overflowWrap: 'anywhere' }}>{summary}</Box>}
      {/* Kept where it is folded, so that its fields stay a part of the form. */}
      <Box id={bodyId} sx={{ display: isFolded ? 'none' : 'grid', gap: 2 }}>
        {children}
      </Box>
    </Box>
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
