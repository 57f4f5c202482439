import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconTile, type IconTone } from './icon-tile.js'
import { Row } from './layout/layout.js'

interface EmptyStateProps {
  icon: LucideIcon
  title: string
  text?: string
  /** At most two buttons. */
  actions?: ReactNode
  tone?: IconTone
  /** Use `h1` if the state is the whole page. */
  titleComponent?: 'h1' | 'h2'
}

/** Explains why a screen or list is empty: an icon tile, one line, one sentence, one or two actions. */
export function EmptyState({ icon, title, text, actions, tone, titleComponent = 'h2' }: EmptyStateProps) {
  return (
    <Box sx={{ display: 'grid', justifyItems: 'center', gap: 2, p: 4, textAlign: 'center' }}>
      <IconTile icon={icon} tone={tone} />
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
      {actions && (
        <Row justify="center" wrap>
          {actions}
        </Row>
      )}
    </Box>
  )
}
