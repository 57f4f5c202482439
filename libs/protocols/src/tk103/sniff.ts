import { OPEN, isLetterOrDigit } from './layout.js'

const SHORTEST_ID = 10

/** A bracket and the letters or digits of an id. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0] !== OPEN) return 'no'
  const id = head.subarray(1, 1 + SHORTEST_ID)
  if (!id.every(isLetterOrDigit)) return 'no'
  return id.length === SHORTEST_ID ? 'yes' : 'more'
}
