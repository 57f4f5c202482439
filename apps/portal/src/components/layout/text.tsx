import { laidOut } from './laid-out.js'
import { grown, WORDS, wordsLook, type Words } from './words.js'

interface TextShape extends Words {
  /** Takes the room that its neighbours leave. */
  grow?: boolean | number
}

const OWN = [...WORDS, 'grow'] as const

/** A text on lines of its own; what it stands in keeps it apart from others. */
export const Text = laidOut<TextShape>(OWN, (props) => ({
  display: 'block',
  margin: 0,
  ...wordsLook(props),
  ...grown(props.grow),
}))

/** Words within a line. */
export const Span = laidOut<TextShape>(OWN, (props) => ({ ...wordsLook(props), ...grown(props.grow) }), 'span')
