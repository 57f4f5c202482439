import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide } from '../protocol.js'
import { CommandId, writeServerPacket } from './frame.js'

/** As long as a text message may be. */
const LONGEST_TEXT = 160

/**
 * The maker's commands as by SMS: password, blank, command and its text: `pass setio 1,1`. Without a password only the blank
 * stands before the command. `coords` answers with the position: these trackers have nothing that would help somebody near.
 */
export const commands: CommandSide = { locate: { text: ' coords' }, encode }

function encode({ text }: Command): Buffer | CommandError {
  return refusalOf(text, LONGEST_TEXT) ?? writeServerPacket(CommandId.sms, Buffer.from(text, 'latin1'))
}
