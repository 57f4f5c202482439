import type { CSSObject, Theme } from '@mui/material/styles'
import { colorOf, type Tone } from '../../theme/tones.js'

/** Sizes that also set the font weight. */
const TITLES = { title: 'h3', heading: 'h2', overline: 'overline' } as const
const VARIANTS = { ...TITLES, body: 'body1', dense: 'body2', caption: 'caption' } as const
const WEIGHTS = { regular: 400, medium: 500, strong: 600 } as const

/** Text style that any element with text accepts. */
export interface Words {
  /** Size of the design language: 16, 15, 14, 13, 12 or 11 px. Inherited by default. */
  size?: keyof typeof VARIANTS
  tone?: Tone
  weight?: keyof typeof WEIGHTS
  /** Uses figures of equal width, for numbers that are compared or that change each second. */
  tabular?: boolean
  /** Allows breaks within a word that does not fit otherwise: names, addresses and numbers that people typed. */
  breaks?: boolean
  /** Cuts the text to one line with an ellipsis. */
  clipped?: boolean
}

/**
 * Returns the style of a flexible part of a row. It takes the remaining width. A number is the minimum width in pixels. With
 * less width the part wraps to its own line.
 */
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
