import { STORED, isProHead } from './pro/frame.js'

const HEADS = ['+RESP:', '+BUFF:', '+ACK:', '+NACK:'] as const
/** First characters of binary reports from the same devices. In contrast to text reports, no colon follows them. */
const BINARY_HEADS = [
  '+RSP', '+BSP', '+EVT', '+BVT', '+INF', '+BNF', '+HBD', '+CRD', '+BRD', '+CAN', '+DAT', '+ATI', '+ACC', '+LGN', '+ACK',
] as const // oxfmt-ignore

/** Recognises a text report, or a report in the binary format that users can select in such a device. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (isProHead(head)) return 'yes'
  if (head[0] === STORED && head.length === 1) return 'more'
  if (head[0] !== PLUS) return 'no'
  const text = head.toString('latin1', 0, 6)
  if (HEADS.some((known) => text.startsWith(known)) || isBinaryHead(text)) return 'yes'
  return ALL_HEADS.some((known) => known.startsWith(text)) ? 'more' : 'no'
}

/** Returns true if a frame with these first characters is in the binary format. */
export function isBinaryHead(text: string): boolean {
  return text.length > 4 && text[4] !== ':' && BINARY_SET.has(text.slice(0, 4))
}

export const PLUS = 0x2b
const BINARY_SET: ReadonlySet<string> = new Set(BINARY_HEADS)
const ALL_HEADS: readonly string[] = [...HEADS, ...BINARY_HEADS]
