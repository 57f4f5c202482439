import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { writeFrame } from './write-frame.js'

const LONGEST_COMMAND = 1024
const COMMAND = /^[A-Z][0-9A-Z]{2}(?:,[\x20-\x7e]*)?$/
const FIRST_FLAG = 0x41
const FLAGS = 0x7a - FIRST_FLAG + 1

const INTERVAL_UNIT_S = 10
const LONGEST_INTERVAL = 65_535

/**
 * A12 sets the time between two positions. A 0 after the time makes the setting permanent. The tracker cannot report its
 * current setting.
 */
function interval(seconds: number): string {
  const units = Math.min(Math.max(Math.round(seconds / INTERVAL_UNIT_S), 1), LONGEST_INTERVAL)
  return `A12,${units},0`
}

/** The vendor's command letters and parameters, for example `A12,6,0`. A10 requests a position immediately. */
export const commands: CommandSide = {
  locate: { text: 'A10' },
  reporting: { usual: interval, often: () => interval(INTERVAL_UNIT_S) },
  encode,
}

/**
 * Encodes a command. Its flag is a character from `A` to `z` that counts with the server's serial number. The device
 * repeats the flag in its reply.
 */
function encode({ text, serial }: Command, { identity }: SessionState): Buffer | CommandError {
  if (identity === undefined) return refuse('the tracker has not told its IMEI yet')
  if (text.length > LONGEST_COMMAND) return refuse(`a command has at most ${LONGEST_COMMAND} characters`)
  if (!COMMAND.test(text)) return refuse('a command is a letter and two digits, then printable ASCII parameters: A12,6,0')
  return writeFrame('@@', String.fromCharCode(FIRST_FLAG + ((serial - 1) % FLAGS)), identity, text)
}
