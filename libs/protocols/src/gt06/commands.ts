import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide } from '../protocol.js'
import { writeFrame } from './frame.js'
import { MessageType } from './layout.js'

/** A short frame of at most 255 counted bytes, ten of which are not text. */
const LONGEST_TEXT = 245

/** The makers' commands, as by SMS, for example `TIMER,10,60#`. `WHERE#` answers with the position. */
export const commands: CommandSide = { locate: { text: 'WHERE#' }, encode }

/** 0x80: length 1 · server flag 4, which the device repeats · text. The serial of the command is the flag. */
function encode({ text, serial }: Command): Buffer | CommandError {
  return refusalOf(text, LONGEST_TEXT) ?? writeFrame(MessageType.command, flagged(text, serial), serial)
}

function flagged(text: string, flag: number): Buffer {
  const content = Buffer.alloc(5 + text.length)
  content[0] = 4 + text.length
  content.writeUInt32BE(flag, 1)
  content.write(text, 5, 'latin1')
  return content
}
