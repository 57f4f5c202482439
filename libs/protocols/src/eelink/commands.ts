import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide } from '../protocol.js'
import { PackageId, writePackage } from './frame.js'

const LONGEST_TEXT = 1000
const KIND_COMMAND = 1

/** The vendor's commands, in the same form as in an SMS: `RELAY,1#`, `TIMER,30#`. `WHERE#` returns the position. */
export const commands: CommandSide = { locate: { text: 'WHERE#' }, encode }

/** Encodes 0x80. Fields with their length in bytes: type 1 · number 4 (the device repeats it) · text. */
function encode({ text, serial }: Command): Buffer | CommandError {
  return refusalOf(text, LONGEST_TEXT) ?? writePackage(PackageId.instruction, serial, numbered(text, serial))
}

/** Encodes the content, which has the same fields in a command and in its reply. */
export function numbered(text: string, number: number): Buffer {
  const content = Buffer.alloc(5 + text.length, KIND_COMMAND)
  content.writeUInt32BE(number, 1)
  content.write(text, 5, 'latin1')
  return content
}
