import { note } from '../common/note.js'
import type { Decoded } from '../protocol.js'
import type { Message } from './message.js'
import { findPosition, readPosition } from './read-text.js'

/** Failed, not supported, out of range; and the texts of newer models. */
const REFUSALS: ReadonlySet<string> = new Set(['00', '01', '02', 'ERROR', 'FAIL'])

/** Reads `V4,command[,result and parameters],command time,HHMMSS,S,…`: whether a command was carried out, and where. */
export function readConfirmation({ fields, session }: Message): Decoded {
  const place = findPosition(fields, 3)
  const fix = place && readPosition(fields, place, session.now, session.utcOffsetMinutes ?? 0)
  // An unreadable position is kept in the text.
  const text = fields.slice(3, fix ? place.fixLetter - 1 : undefined).join(',')
  const isRefusal = REFUSALS.has(fields[4] ?? '') && (place ? place.fixLetter - 1 : fields.length) > 5
  if (fix) note(fix, 'result', text)
  return { kind: 'commandReply', text, ...(isRefusal && { isRefusal }), ...(fix && { fixes: [fix] }) }
}
