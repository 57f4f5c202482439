import type { Command } from '../protocol.js'
import { Codec, MessageType } from './layout.js'
import { writeMessage } from './write-frame.js'

/** Codec 12 works on every model, and on a logged-in socket there is no need to repeat the IMEI. */
export function encode(command: Command): Buffer {
  return writeMessage(Codec.codec12, MessageType.command, Buffer.from(command.text, 'latin1'))
}

/**
 * Codec 14: the device executes the command only if the IMEI is its own, and otherwise answers with a refusal.
 * Needs FMB firmware 03.25.04 or later.
 */
export function encodeAddressed(command: Command, imei: string): Buffer {
  const id = Buffer.from(imei.padStart(16, '0'), 'hex')
  return writeMessage(Codec.codec14, MessageType.command, Buffer.concat([id, Buffer.from(command.text, 'latin1')]))
}
