import { OPEN, STAR, isAlphanumeric } from './layout.js'

/** Recognises `[`, two letters or digits, `*`, and the start of an id. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  for (let at = 0; at < 5; at++) {
    const byte = head[at]
    if (byte === undefined) return 'more'
    const isRight = at === 0 ? byte === OPEN : at === 3 ? byte === STAR : isAlphanumeric(byte)
    if (!isRight) return 'no'
  }
  return 'yes'
}
