import type { LucideIcon, LucideProps } from 'lucide-react'
import { colorOf, type Tone } from '../theme/tones.js'

/** Icon in a tone of its own. An icon in the colour of its text is written directly: `<Copy />`. */
export const Icon = ({ icon: Sign, tone, ...rest }: LucideProps & { icon: LucideIcon; tone: Tone }) => (
  <Sign {...rest} style={{ color: colorOf(tone) }} />
)
