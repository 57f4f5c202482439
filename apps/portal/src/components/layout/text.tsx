import type { CSSObject, Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { laidOut } from './laid-out.js'
import { grown, WORDS, wordsLook, type Words } from './words.js'

interface TextShape extends Words {
  /** Takes the remaining width of a row. A number is the minimum width in pixels. */
  grow?: boolean | number
}

const OWN = [...WORDS, 'grow'] as const

/** Styles a block of text without margins, because its container provides the spacing. */
const onLines = (props: TextShape & { theme: Theme }): CSSObject => ({
  display: 'block',
  margin: 0,
  ...wordsLook(props),
  ...grown(props.grow),
})
export const Text = laidOut<TextShape>(OWN, onLines)

/** Explanatory sentence beside other content, in text size but quieter. */
export const Hint = laidOut<TextShape>(OWN, (props) => onLines({ size: 'dense', tone: 'secondary', ...props }), 'p')

/** Explanatory sentence in caption size. */
export const SmallHint = laidOut<TextShape>(OWN, (props) => onLines({ size: 'caption', tone: 'secondary', ...props }), 'p')

/** Detail below the name of an item. It distinguishes the item from similar ones. */
export const Detail = laidOut<TextShape>(OWN, (props) => onLines({ size: 'caption', tone: 'tertiary', ...props }))

/** Validation error; screen readers announce it when it appears. */
export const Wrong = (props: { children: ReactNode; grow?: boolean }) => (
  <Span role="alert" size="caption" tone="missing" {...props} />
)

/** Inline text. */
export const Span = laidOut<TextShape>(OWN, (props) => ({ ...wordsLook(props), ...grown(props.grow) }), 'span')
