import { refusalOf } from '../common/command-text.js'
import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'

const LONGEST_TEXT = 200
/** What would end the frame. */
const FORBIDDEN = ';*#'

/** `B` asks for a position at once: these trackers have nothing that would help somebody near. */
export const commands: CommandSide = { locate: { text: 'B' }, encode }

/** The maker's letter and its parameters: `B`, `C,30s`, `J`. */
function encode({ text }: Command, { identity }: SessionState): Buffer | CommandError {
  const refusal = refusalOf(text, LONGEST_TEXT, FORBIDDEN)
  if (refusal) return refusal
  if (identity === undefined) return refuse('a command needs the IMEI of a tracker that is logged in')
  return Buffer.from(`**,imei:${identity},${text}`, 'latin1')
}
