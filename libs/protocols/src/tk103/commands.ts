import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { ID_LENGTH } from './layout.js'

const LONGEST_TEXT = 200
const LAST_PRINTABLE = 0x7e
const FORBIDDEN: ReadonlySet<string> = new Set(['(', ')', '$'])

/** `AP00` asks for a position at once: these trackers have nothing that would help somebody near. */
export const commands: CommandSide = { locate: { text: 'AP00' }, encode }

/** The maker's command and its parameters without a separator, as in its table: `AR0000140024`, `AV010`. */
function encode({ text }: Command, session: SessionState): Buffer | CommandError {
  if (text.length === 0 || text.length > LONGEST_TEXT) return refuse(`a command of 1 to ${LONGEST_TEXT} characters is allowed`)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > LAST_PRINTABLE || FORBIDDEN.has(text[at]!))
      return refuse('only printable ASCII without ( ) $ is allowed in a command')
  }
  return Buffer.from(`(${session.identity ?? '0'.repeat(ID_LENGTH)}${text})`, 'latin1')
}

const refuse = (reason: string): CommandError => ({ kind: 'commandError', reason })
