import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { ID_LENGTH } from './layout.js'

const LONGEST_TEXT = 200
/** Characters that would end the frame. */
const FORBIDDEN = '()$'

/**
 * Parameters of AR00, which tracks temporarily and leaves the settings unchanged. They are an interval in seconds and a
 * duration in minutes, each of four hexadecimal digits. `often` sets an interval of ten seconds for thirty days. The limit
 * of thirty days ends the tracking even if the tracker is never connected again. Zeros end the tracking immediately.
 */
const TRACK = { often: 'AR00000AA8C0', stop: 'AR0000000000' }

/** `AP00` requests a position immediately. These trackers have no better command to help somebody nearby. */
export const commands: CommandSide = {
  locate: { text: 'AP00' },
  reporting: { usual: () => TRACK.stop, often: () => TRACK.often },
  encode,
}

/**
 * Encodes the vendor's command and its parameters. As in the vendor's table, no separator is between command and
 * parameters, for example `AR0000140024`, `AV010`.
 */
function encode({ text }: Command, session: SessionState): Buffer | CommandError {
  const refusal = refusalOf(text, LONGEST_TEXT, FORBIDDEN)
  if (refusal) return refusal
  return Buffer.from(`(${session.identity ?? '0'.repeat(ID_LENGTH)}${text})`, 'latin1')
}
