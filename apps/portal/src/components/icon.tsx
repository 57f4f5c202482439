import type { LucideIcon, LucideProps } from 'lucide-react'
import { colorOf, type Tone } from '../theme/tones.js'

/** Icon in a given tone. For an icon in the colour of the text around it, use the icon directly: `<Copy />`. */
export const Icon = ({ icon: Sign, tone, ...rest }: LucideProps & { icon: LucideIcon; tone: Tone }) => (
  <Sign {...rest} style={{ color: colorOf(tone) }} />
)
