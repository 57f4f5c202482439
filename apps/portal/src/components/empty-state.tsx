import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text?: string
  /** At most two buttons. */
  actions?: ReactNode
  tone?: 'neutral' | 'error' | 'warning'
  /** `h1` where the state is the whole page. */
  titleComponent?: 'h1' | 'h2'
}

const tones = {
  neutral: { bgcolor: 'surface.subtle', color: 'text.secondary' },
  error: { bgcolor: 'missing.soft', color: 'missing.main' },
  warning: { bgcolor: 'warning.soft', color: 'warning.main' },
}

/** Why there is nothing to see: an icon tile, one line, one sentence, one action. */
export function EmptyState({ icon: Icon, title, text, actions, tone = 'neutral', titleComponent = 'h2' }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, p: 4, textAlign: 'center' }}>
      <Box sx={{ display: 'grid', placeContent: 'center', width: 44, height: 44, borderRadius: '12px', ...tones[tone] }}>
        <Icon size={20} strokeWidth={1.75} aria-hidden />
      </Box>
      <Box sx={{ maxWidth: 360 }}>
        <Typography variant="h2" component={titleComponent}>
          {title}
        </Typography>
        {text && (
          <Typography variant="body2" color="textSecondary">
            {text}
          </Typography>
        )}
      </Box>
      {actions && <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1 }}>{actions}</Box>}
    </Box>
  )
}
