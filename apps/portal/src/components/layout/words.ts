import type { CSSObject, Theme } from '@mui/material/styles'
import { colorOf, type Tone } from '../../theme/tones.js'

/** These have a weight of their own. */
const TITLES = { title: 'h3', heading: 'h2', overline: 'overline' } as const
const VARIANTS = { ...TITLES, body: 'body1', dense: 'body2', caption: 'caption' } as const
const WEIGHTS = { regular: 400, medium: 500, strong: 600 } as const

/** How words look; whatever holds words can say it. */
export interface Words {
  /** A size of the design language: 16, 15, 14, 13, 12 and 11 px; as around it without one. */
  size?: keyof typeof VARIANTS
  tone?: Tone
  weight?: keyof typeof WEIGHTS
  /** Figures of one width, for what is compared or ticks. */
  tabular?: boolean
  /** Breaks within a word where nothing else fits: names, mails and numbers that people typed. */
  breaks?: boolean
  /** Ends in an ellipsis on its one line. */
  clipped?: boolean
}

/** As a flexible part of a row: all the room that is left, or no less than so many pixels before it takes a line of its own. */
export const grown = (grow: boolean | number = false): CSSObject => {
  if (grow === false) return {}
  return { flex: grow === true ? 1 : `1 1 ${grow}px`, minWidth: 0 }
}

export const WORDS = ['size', 'tone', 'weight', 'tabular', 'breaks', 'clipped'] as const

const sizeOf = (theme: Theme, size: keyof typeof VARIANTS): CSSObject => {
  const { fontSize, lineHeight, fontWeight, letterSpacing } = theme.typography[VARIANTS[size]]
  return size in TITLES ? { fontSize, lineHeight, fontWeight, letterSpacing } : { fontSize, lineHeight }
}

export const wordsLook = ({ theme, size, tone, weight, tabular, breaks, clipped }: Words & { theme: Theme }): CSSObject => ({
  ...(size && sizeOf(theme, size)),
  ...(tone && { color: colorOf(tone) }),
  ...(weight && { fontWeight: WEIGHTS[weight] }),
  ...(tabular && { fontVariantNumeric: 'tabular-nums' }),
  ...(breaks && { overflowWrap: 'anywhere' }),
  ...(clipped && { maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }),
})
