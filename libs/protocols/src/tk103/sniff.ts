import { OPEN, isLetterOrDigit, isUpper } from './layout.js'

const SHORTEST_ID = 10
/** If more letters and digits than this follow each other, they are an id and a command without a comma between them. */
const DECISIVE = 20
const COMMA = ','

/**
 * Recognises a bracket and the letters or digits of an id. If a comma follows, a command with two capital letters must come
 * next. Jointech's protocol begins in the same way, but its commands have one capital letter (`P45`).
 */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0] !== OPEN) return 'no'
  let end = 1
  while (end < head.length && isLetterOrDigit(head[end]!)) end++
  if (end === head.length) return end < DECISIVE ? 'more' : 'yes'
  if (end <= SHORTEST_ID) return 'no'
  const text = head.toString('latin1', end)
  if (text[0] !== COMMA) return 'yes'
  const isCommand = (at: number) => at >= text.length || isUpper(text, at)
  return !isCommand(1) || !isCommand(2) ? 'no' : text.length > 2 || head.length >= DECISIVE ? 'yes' : 'more'
}
