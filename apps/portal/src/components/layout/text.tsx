import type { CSSObject, Theme } from '@mui/material/styles'
import { colorOf, type Tone } from '../../theme/tones.js'
import { laidOut } from './laid-out.js'

interface TextShape {
  /** A size of the design language: 16, 15, 14, 13, 12 and 11 px; as around it without one. */
  size?: keyof typeof VARIANTS
  tone?: Tone
  weight?: 'regular' | 'medium' | 'strong'
  /** Figures of one width, for what is compared or ticks. */
  tabular?: boolean
  /** Breaks within a word where nothing else fits: names, mails and numbers that people typed. */
  breaks?: boolean
  /** Ends in an ellipsis on its one line. */
  clipped?: boolean
  /** Takes the room that its neighbours leave. */
  grow?: boolean
}

const WEIGHTS = { regular: 400, medium: 500, strong: 600 } as const
/** These have a weight of their own. */
const TITLES = { title: 'h3', heading: 'h2', overline: 'overline' } as const
const VARIANTS = { ...TITLES, body: 'body1', dense: 'body2', caption: 'caption' } as const

const sizeOf = (theme: Theme, size: keyof typeof VARIANTS): CSSObject => {
  const { fontSize, lineHeight, fontWeight, letterSpacing } = theme.typography[VARIANTS[size]]
  return size in TITLES ? { fontSize, lineHeight, fontWeight, letterSpacing } : { fontSize, lineHeight }
}

/** Paragraphs and headings have no margins of their own: what they stand in keeps them apart. */
const look = ({ theme, size, tone, weight, tabular, breaks, clipped, grow }: TextShape & { theme: Theme }): CSSObject => ({
  margin: 0,
  ...(size && sizeOf(theme, size)),
  ...(tone && { color: colorOf(tone) }),
  ...(weight && { fontWeight: WEIGHTS[weight] }),
  ...(tabular && { fontVariantNumeric: 'tabular-nums' }),
  ...(breaks && { overflowWrap: 'anywhere' }),
  ...(clipped && { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
  ...(grow && { flex: 1, minWidth: 0 }),
})

const OWN = ['size', 'tone', 'weight', 'tabular', 'breaks', 'clipped', 'grow'] as const

/** A text on lines of its own. */
export const Text = laidOut<TextShape>(OWN, look)

/** Words within a line. */
export const Span = laidOut<TextShape>(OWN, look, 'span')
