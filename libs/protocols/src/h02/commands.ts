import { refusalOf } from '../common/command-text.js'
import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { ANY_ID, USUAL_MAKER } from './layout.js'
import { clockOf } from './replies.js'

const LONGEST_TEXT = 200
/** Characters that would end the frame, or start a binary frame. */
const FORBIDDEN = '*#$'

/** S71 with 22 sets the number of seconds between two positions. The tracker cannot report its current setting. */
const interval = (seconds: number) => `S71,22,${seconds}`

/** `CR` requests a position immediately. These trackers have no better command to help somebody nearby. */
export const commands: CommandSide = {
  locate: { text: 'CR' },
  reporting: { usual: interval, often: () => interval(10) },
  encode,
}

/**
 * Encodes a command of the vendor's table with its parameters, for example `S20,1,1`. The frame also contains the time of
 * the command, which identifies it. The time is inserted after the command word, or instead of `HHMMSS` if the text
 * contains these letters.
 */
function encode({ text }: Command, session: SessionState): Buffer | CommandError {
  const refusal = refusalOf(text, LONGEST_TEXT, FORBIDDEN)
  if (refusal) return refusal
  if (text.startsWith(',')) return refuse('a command begins with its word, for instance S20,1,1')
  const comma = text.indexOf(',')
  const word = comma < 0 ? text : text.slice(0, comma)
  const given = comma < 0 ? '' : text.slice(comma)
  const parameters = given === ',HHMMSS' || given.startsWith(',HHMMSS,') ? given.slice(7) : given
  const maker = String(session.memory?.maker ?? USUAL_MAKER)
  const id = session.identity ?? ANY_ID
  return Buffer.from(`*${maker},${id},${word},${clockOf(session.now)}${parameters}#`, 'latin1')
}
