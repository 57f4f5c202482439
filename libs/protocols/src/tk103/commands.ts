import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { ID_LENGTH } from './layout.js'

const LONGEST_TEXT = 200
/** What would end the frame. */
const FORBIDDEN = '()$'

/** `AP00` asks for a position at once: these trackers have nothing that would help somebody near. */
export const commands: CommandSide = { locate: { text: 'AP00' }, encode }

/** The maker's command and its parameters without a separator, as in its table: `AR0000140024`, `AV010`. */
function encode({ text }: Command, session: SessionState): Buffer | CommandError {
  const refusal = refusalOf(text, LONGEST_TEXT, FORBIDDEN)
  if (refusal) return refusal
  return Buffer.from(`(${session.identity ?? '0'.repeat(ID_LENGTH)}${text})`, 'latin1')
}
