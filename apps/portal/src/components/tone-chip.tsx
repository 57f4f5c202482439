import Chip, { type ChipProps } from '@mui/material/Chip'
import type { LucideIcon } from 'lucide-react'
import { Icon } from './icon.js'

interface ToneChipProps extends Omit<ChipProps, 'icon' | 'color'> {
  tone: 'primary' | 'moving' | 'idle' | 'offline' | 'missing' | 'warning' | 'accent'
  icon?: LucideIcon
}

/** A state in its colour on the soft tone of it, with its word and perhaps its icon. */
export const ToneChip = ({ tone, icon: Icon, ...chip }: ToneChipProps) => (
  <Chip
    icon={Icon && <Icon size={14} />}
    {...chip}
    sx={{ bgcolor: `${tone}.soft`, color: tone === 'accent' ? 'accent.text' : `${tone}.main` }}
  />
)
