import { refusalOf } from '../common/command-text.js'
import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'

const LONGEST_TEXT = 200
/** Characters that would end the frame. */
const FORBIDDEN = ';*#'

/**
 * Command C sets the time between two positions, as two digits and a unit. The tracker cannot report its current setting.
 * Command D would stop these reports. It is not used, because the tracker would then not report at all.
 */
function interval(seconds: number): string {
  const [value, unit] =
    seconds < 100 ? [seconds, 's'] : seconds < 6_000 ? [seconds / 60, 'm'] : [Math.min(seconds / 3_600, 99), 'h']
  return `C,${String(Math.round(value)).padStart(2, '0')}${unit}`
}

/** The shortest interval in the manuals, in seconds. It is used for frequent reports. */
const OFTEN_S = 30

/** `B` requests a position immediately. These trackers have no better command to help somebody nearby. */
export const commands: CommandSide = {
  locate: { text: 'B' },
  reporting: { usual: interval, often: () => interval(OFTEN_S) },
  encode,
}

/** Encodes the vendor's command letter and its parameters, for example `B`, `C,30s`, `J`. */
function encode({ text }: Command, { identity }: SessionState): Buffer | CommandError {
  const refusal = refusalOf(text, LONGEST_TEXT, FORBIDDEN)
  if (refusal) return refusal
  if (identity === undefined) return refuse('a command needs the IMEI of a tracker that is logged in')
  return Buffer.from(`**,imei:${identity},${text}`, 'latin1')
}
