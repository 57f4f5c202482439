import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide } from '../protocol.js'
import { CommandId, writeServerPacket } from './frame.js'

/** Maximum length of a text message. */
const LONGEST_TEXT = 160

/**
 * The vendor's commands as by SMS: password, blank, command and its text: `pass setio 1,1`. Without a password only the blank
 * precedes the command. `coords` returns the position. These trackers have no better aid for somebody nearby.
 */
export const commands: CommandSide = { locate: { text: ' coords' }, encode }

function encode({ text }: Command): Buffer | CommandError {
  return refusalOf(text, LONGEST_TEXT) ?? writeServerPacket(CommandId.sms, Buffer.from(text, 'latin1'))
}
