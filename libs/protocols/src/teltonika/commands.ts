import { refusalOf } from '../common/command-text.js'
import type { Command, CommandError, CommandSide } from '../protocol.js'
import { Codec, MessageType } from './layout.js'
import { writeMessage } from './write-frame.js'

/** What the firmware's command line takes at most in one packet, with room to spare. */
const LONGEST_TEXT = 4_000

/** The firmware's own command line, as by SMS but without login and password. Parameter 800 is the Bluetooth radio. */
export const commands: CommandSide = {
  locate: { text: 'setparam 800:2', undo: 'setparam 800:0' },
  encode,
}

/** Codec 12 works on every model, and on a logged-in socket there is no need to repeat the IMEI. */
function encode({ text }: Command): Buffer | CommandError {
  return refusalOf(text, LONGEST_TEXT) ?? writeMessage(Codec.codec12, MessageType.command, Buffer.from(text, 'latin1'))
}

/**
 * Codec 14: the device executes the command only if the IMEI is its own, and otherwise answers with a refusal.
 * Needs FMB firmware 03.25.04 or later.
 */
export function encodeAddressed({ text }: Pick<Command, 'text'>, imei: string): Buffer {
  const id = Buffer.from(imei.padStart(16, '0'), 'hex')
  return writeMessage(Codec.codec14, MessageType.command, Buffer.concat([id, Buffer.from(text, 'latin1')]))
}
