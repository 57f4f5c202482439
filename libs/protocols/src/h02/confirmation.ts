import { note } from '../common/note.js'
import type { Decoded } from '../protocol.js'
import type { Message } from './message.js'
import { findPosition, readPosition } from './read-text.js'

/** Results that mean that the command failed, is not supported or is out of range. The words are those of newer models. */
const REFUSALS: ReadonlySet<string> = new Set(['00', '01', '02', 'ERROR', 'FAIL'])

/**
 * Reads `V4,command[,result and parameters],command time,HHMMSS,S,…`: the result of a command, and the position if there is
 * one.
 */
export function readConfirmation({ fields, session }: Message): Decoded {
  const place = findPosition(fields, 3)
  const fix = place && readPosition(fields, place, session.now, session.utcOffsetMinutes ?? 0)
  // If the position cannot be read, its fields become part of the text.
  const text = fields.slice(3, fix ? place.fixLetter - 1 : undefined).join(',')
  const isRefusal = REFUSALS.has(fields[4] ?? '') && (place ? place.fixLetter - 1 : fields.length) > 5
  if (fix) note(fix, 'result', text)
  return { kind: 'commandReply', text, ...(isRefusal && { isRefusal }), ...(fix && { fixes: [fix] }) }
}
