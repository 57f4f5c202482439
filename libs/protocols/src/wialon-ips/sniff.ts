const HASH = 0x23
const LONGEST_TYPE = 3

/** Recognises `#`, one to three capital letters, `#`. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0] !== HASH) return 'no'
  for (let at = 1; at <= LONGEST_TYPE + 1; at++) {
    const byte = head[at]
    if (byte === undefined) return 'more'
    if (byte === HASH) return at > 1 ? 'yes' : 'no'
    if (byte < 0x41 || byte > 0x5a) return 'no'
  }
  return 'no'
}
