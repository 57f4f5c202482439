import Box from '@mui/material/Box'
import type { LucideIcon } from 'lucide-react'

export type IconTone = 'neutral' | 'primary' | 'good' | 'error' | 'warning'

const tones = {
  neutral: { bgcolor: 'surface.subtle', color: 'text.secondary' },
  primary: { bgcolor: 'primary.soft', color: 'primary.main' },
  good: { bgcolor: 'moving.soft', color: 'moving.main' },
  error: { bgcolor: 'missing.soft', color: 'missing.main' },
  warning: { bgcolor: 'warning.soft', color: 'warning.main' },
}

interface IconTileProps {
  icon: LucideIcon
  tone?: IconTone
  /** Default 44 px. */
  sizePx?: 40 | 44
}

/** What a message is about, at a glance; the words beside it say it. */
export function IconTile({ icon: Icon, tone = 'neutral', sizePx = 44 }: IconTileProps) {
  return (
    <Box
      sx={{
        display: 'grid',
        placeContent: 'center',
        flex: 'none',
        width: sizePx,
        height: sizePx,
        borderRadius: '12px',
        ...tones[tone],
      }}
    >
      <Icon size={20} />
    </Box>
  )
}
