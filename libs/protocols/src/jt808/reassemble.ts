import type { SessionMemory, SessionState } from '../protocol.js'
import { MessageId } from './header.js'

/** Messages with positions or text. Only messages of these types are reassembled from parts. Photographs are not. */
const WORTH_IT = new Set<number>([
  MessageId.location,
  MessageId.batch,
  MessageId.batch2,
  MessageId.transparent,
  MessageId.textReport,
  MessageId.forwarded,
])
const LARGEST_BYTES = 65_536
const MOST_PARTS = 64
const PATIENCE_MS = 60_000

/**
 * Result of adding a part. `undefined` if this message is not collected. With `body`, this was the last missing part.
 * Otherwise `remember` contains the parts collected so far.
 */
export type Collected = { body: Buffer; remember: SessionMemory } | { remember: SessionMemory } | undefined

/**
 * Collects the parts of one message in the session's memory as `<time of the first part>|<part>|<part>…`, each part in
 * base64 and in the order of its index. Parts of another message with the same id are removed from the memory, and so are
 * parts of a message that began more than a minute ago.
 */
export function collect(id: number, part: { count: number; index: number }, body: Buffer, session: SessionState): Collected {
  const { count, index } = part
  if (!WORTH_IT.has(id) || count < 1 || count > MOST_PARTS || index < 1 || index > count) return undefined
  const key = `parts${id}`
  const [startedAt = '', ...before] = String(session.memory?.[key] ?? '').split('|')
  const isSame = before.length === count && session.now - Number(startedAt) <= PATIENCE_MS
  const parts = isSame ? before : Array.from({ length: count }, () => '')
  parts[index - 1] = body.toString('base64')
  const isWhole = parts.every((text) => text !== '')
  if (isWhole) return { body: Buffer.concat(parts.map((text) => Buffer.from(text, 'base64'))), remember: { [key]: '' } }
  const text = [isSame ? startedAt : session.now, ...parts].join('|')
  return text.length * 0.75 > LARGEST_BYTES ? undefined : { remember: { [key]: text } }
}
