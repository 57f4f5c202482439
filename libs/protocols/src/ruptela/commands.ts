import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide } from '../protocol.js'
import { CommandId, writeServerPacket } from './frame.js'

/** Maximum number of characters of a text message. */
const LONGEST_TEXT = 160

/**
 * The vendor's commands, in the same form as in an SMS: password, blank, command, text, for example `pass setio 1,1`.
 * Without a password the command begins with the blank. `coords` returns the position. These trackers have no better
 * command to help somebody nearby.
 */
export const commands: CommandSide = { locate: { text: ' coords' }, encode }

function encode({ text }: Command): Buffer | CommandError {
  return refusalOf(text, LONGEST_TEXT) ?? writeServerPacket(CommandId.sms, Buffer.from(text, 'latin1'))
}
