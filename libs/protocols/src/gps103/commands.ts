import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'

const LONGEST_TEXT = 200
const LAST_PRINTABLE = 0x7e
const FORBIDDEN: ReadonlySet<string> = new Set([';', '*', '#'])

/** `B` asks for a position at once: these trackers have nothing that would help somebody near. */
export const commands: CommandSide = { locate: { text: 'B' }, encode }

/** The maker's letter and its parameters: `B`, `C,30s`, `J`. */
function encode({ text }: Command, { identity }: SessionState): Buffer | CommandError {
  if (text.length === 0 || text.length > LONGEST_TEXT) return refuse(`a command of 1 to ${LONGEST_TEXT} characters is allowed`)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > LAST_PRINTABLE || FORBIDDEN.has(text[at]!))
      return refuse('only printable ASCII without ; * # is allowed in a command')
  }
  if (identity === undefined) return refuse('a command needs the IMEI of a tracker that is logged in')
  return Buffer.from(`**,imei:${identity},${text}`, 'latin1')
}

const refuse = (reason: string): CommandError => ({ kind: 'commandError', reason })
