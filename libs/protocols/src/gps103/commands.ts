import { refusalOf } from '../common/command-text.js'
import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'

const LONGEST_TEXT = 200
/** What would end the frame. */
const FORBIDDEN = ';*#'

/** C sets the time between two positions, two digits and a unit; nothing tells what is set, and D would end reporting altogether. */
function interval(seconds: number): string {
  const [value, unit] =
    seconds < 100 ? [seconds, 's'] : seconds < 6_000 ? [seconds / 60, 'm'] : [Math.min(seconds / 3_600, 99), 'h']
  return `C,${String(Math.round(value)).padStart(2, '0')}${unit}`
}

/** The shortest that the manuals show. */
const OFTEN_S = 30

/** `B` asks for a position at once: these trackers have nothing that would help somebody near. */
export const commands: CommandSide = {
  locate: { text: 'B' },
  reporting: { usual: interval, often: () => interval(OFTEN_S) },
  encode,
}

/** The maker's letter and its parameters: `B`, `C,30s`, `J`. */
function encode({ text }: Command, { identity }: SessionState): Buffer | CommandError {
  const refusal = refusalOf(text, LONGEST_TEXT, FORBIDDEN)
  if (refusal) return refusal
  if (identity === undefined) return refuse('a command needs the IMEI of a tracker that is logged in')
  return Buffer.from(`**,imei:${identity},${text}`, 'latin1')
}
