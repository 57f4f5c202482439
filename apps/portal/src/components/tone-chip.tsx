import Chip, { type ChipProps } from '@mui/material/Chip'
import type { LucideIcon } from 'lucide-react'
import { softOf, type SoftTone } from '../theme/tones.js'

interface ToneChipProps extends Omit<ChipProps, 'icon' | 'color'> {
  tone: SoftTone
  icon?: LucideIcon
}

/** State as a chip: icon, colour and word, on its soft tone. */
export const ToneChip = ({ tone, icon: Sign, ...chip }: ToneChipProps) => (
  <Chip icon={Sign && <Sign size={14} />} {...chip} sx={softOf(tone)} />
)
