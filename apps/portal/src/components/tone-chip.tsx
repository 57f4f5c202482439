import Chip, { type ChipProps } from '@mui/material/Chip'
import type { LucideIcon } from 'lucide-react'
import { softOf, type SoftTone } from '../theme/tones.js'

interface ToneChipProps extends Omit<ChipProps, 'icon' | 'color'> {
  tone: SoftTone
  icon?: LucideIcon
}

/** A state in its colour on the soft tone of it: shape, colour and word. */
export const ToneChip = ({ tone, icon: Sign, ...chip }: ToneChipProps) => (
  <Chip icon={Sign && <Sign size={14} />} {...chip} sx={softOf(tone)} />
)
