import Chip, { type ChipProps } from '@mui/material/Chip'
import type { LucideIcon } from 'lucide-react'

const LOOKS = {
  quiet: { bgcolor: 'surface.subtle', color: 'text.secondary' },
  primary: { bgcolor: 'primary.soft', color: 'primary.main' },
  moving: { bgcolor: 'moving.soft', color: 'moving.main' },
  idle: { bgcolor: 'idle.soft', color: 'idle.main' },
  offline: { bgcolor: 'offline.soft', color: 'offline.main' },
  missing: { bgcolor: 'missing.soft', color: 'missing.main' },
  warning: { bgcolor: 'warning.soft', color: 'warning.main' },
  accent: { bgcolor: 'accent.soft', color: 'accent.text' },
}

interface ToneChipProps extends Omit<ChipProps, 'icon' | 'color'> {
  tone: keyof typeof LOOKS
  icon?: LucideIcon
}

/** A state in its colour on the soft tone of it: shape, colour and word. */
export const ToneChip = ({ tone, icon: Sign, ...chip }: ToneChipProps) => (
  <Chip icon={Sign && <Sign size={14} />} {...chip} sx={LOOKS[tone]} />
)
