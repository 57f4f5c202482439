import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { Check, CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface SectionProps {
  number: number
  title: string
  /** Fields of it that were found wrong. */
  wrong: number
  isComplete: boolean
  children: ReactNode
}

/** One numbered panel of the form; its head says how it stands. */
export function Section({ number, title, wrong, isComplete, children }: SectionProps) {
  const { t } = useTranslation('install')
  const titleId = useId()
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
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper', p: 2.5, minWidth: 0 }}
    >
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Box
          aria-hidden
          sx={{
            ...{ flex: 'none', display: 'grid', placeItems: 'center', width: 28, height: 28, borderRadius: 1.5 },
            ...{ fontSize: 13, fontWeight: 600, ...colors },
          }}
        >
          {isWrong ? <CircleAlert size={16} strokeWidth={2} /> : isComplete ? <Check size={16} strokeWidth={2} /> : number}
        </Box>
        <Typography variant="h2" id={titleId} sx={{ flex: 1, minWidth: 0 }}>
          {title}
        </Typography>
        <Typography variant="caption" color={isWrong ? 'error' : 'textSecondary'} sx={{ textAlign: 'right' }}>
          {isWrong ? t('section.wrong', { count: wrong }) : isComplete ? t('section.complete') : ''}
        </Typography>
      </Box>
      <Box sx={{ display: 'grid', gap: 2 }}>{children}</Box>
    </Box>
  )
}

/** Two fields beside each other where there is room. */
export const Pair = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'grid', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' }, gap: 2, alignItems: 'start' }}>{children}</Box>
)
