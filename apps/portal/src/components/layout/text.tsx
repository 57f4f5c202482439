import type { CSSObject, Theme } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { laidOut } from './laid-out.js'
import { grown, WORDS, wordsLook, type Words } from './words.js'

interface TextShape extends Words {
  /** Takes the room that its neighbours leave. */
  grow?: boolean | number
}

const OWN = [...WORDS, 'grow'] as const

/** A text on lines of its own; what it stands in keeps it apart from others. */
const onLines = (props: TextShape & { theme: Theme }): CSSObject => ({
  display: 'block',
  margin: 0,
  ...wordsLook(props),
  ...grown(props.grow),
})
export const Text = laidOut<TextShape>(OWN, onLines)

/** What helps to understand what it stands with: a sentence of the size of a text, but quieter. */
export const Hint = laidOut<TextShape>(OWN, (props) => onLines({ size: 'dense', tone: 'secondary', ...props }), 'p')

/** The same, in small letters. */
export const SmallHint = laidOut<TextShape>(OWN, (props) => onLines({ size: 'caption', tone: 'secondary', ...props }), 'p')

/** What tells one thing from others, under its name. */
export const Detail = laidOut<TextShape>(OWN, (props) => onLines({ size: 'caption', tone: 'tertiary', ...props }))

/** What is wrong with what was filled in; read out when it comes. */
export const Wrong = (props: { children: ReactNode; grow?: boolean }) => (
  <Span role="alert" size="caption" tone="missing" {...props} />
)

/** Words within a line. */
export const Span = laidOut<TextShape>(OWN, (props) => ({ ...wordsLook(props), ...grown(props.grow) }), 'span')
