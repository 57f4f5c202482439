import type { LucideIcon, LucideProps } from 'lucide-react'
import { colorOf, type Tone } from '../theme/tones.js'

/** An icon in a tone of its own; one in the colour of its text is written as itself: `<Copy />`. */
export const Icon = ({ of: Of, tone, ...icon }: LucideProps & { of: LucideIcon; tone: Tone }) => (
  <Of {...icon} style={{ color: colorOf(tone) }} />
)
