import type { LucideIcon } from 'lucide-react'
import type { SoftTone } from '../theme/tones.js'
import { SoftTile } from './soft-tile.js'

export type IconTone = 'neutral' | 'primary' | 'good' | 'error' | 'warning'
const TONES: Record<IconTone, SoftTone> = {
  neutral: 'quiet',
  primary: 'primary',
  good: 'moving',
  error: 'missing',
  warning: 'warning',
}

interface IconTileProps {
  icon: LucideIcon
  tone?: IconTone
  /** Default 44 px. */
  sizePx?: 40 | 44
}

/** Icon for the subject of a message. The text beside it names the subject. */
export const IconTile = ({ icon: Icon, tone = 'neutral', sizePx = 44 }: IconTileProps) => (
  <SoftTile tone={TONES[tone]} size={sizePx}>
    <Icon size={20} />
  </SoftTile>
)
