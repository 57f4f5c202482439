import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { ANY_ID, USUAL_MAKER } from './layout.js'
import { clockOf } from './replies.js'

const LONGEST_TEXT = 200
const LAST_PRINTABLE = 0x7e

/** `CR` asks for a position at once: these trackers have nothing that would help somebody near. */
export const commands: CommandSide = { locate: { text: 'CR' }, encode }

/**
 * The maker's command and its parameters, as in its table (`S20,1,1`); the time that identifies the command is put behind the
 * command word, or where the text says `HHMMSS`.
 */
function encode({ text }: Command, session: SessionState): Buffer | CommandError {
  const refusal = refusalOf(text)
  if (refusal !== undefined) return { kind: 'commandError', reason: refusal }
  const comma = text.indexOf(',')
  const word = comma < 0 ? text : text.slice(0, comma)
  const given = comma < 0 ? '' : text.slice(comma)
  const parameters = given === ',HHMMSS' || given.startsWith(',HHMMSS,') ? given.slice(7) : given
  const maker = String(session.memory?.maker ?? USUAL_MAKER)
  const id = session.identity ?? ANY_ID
  return Buffer.from(`*${maker},${id},${word},${clockOf(session.now)}${parameters}#`, 'latin1')
}

function refusalOf(text: string): string | undefined {
  if (text.length === 0 || text.length > LONGEST_TEXT) return `a command of 1 to ${LONGEST_TEXT} characters is allowed`
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > LAST_PRINTABLE || text[at] === '*' || text[at] === '#' || text[at] === '$')
      return 'only printable ASCII without * # $ is allowed in a command'
  }
  return text.startsWith(',') ? 'a command begins with its word, for instance S20,1,1' : undefined
}
