import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide } from '../protocol.js'

const LONGEST_COMMAND = 1024
const PRINTABLE = /^[\x20-\x7e]+$/

/**
 * The protocol has no commands of its own. It passes a line of text on to the device, and the device's vendor defines the
 * meaning of the text.
 */
export const commands: CommandSide = {
  encode({ text }: Command): Buffer | CommandError {
    if (text.length > LONGEST_COMMAND || !PRINTABLE.test(text))
      return refuse(`a command of 1 to ${LONGEST_COMMAND} printable ASCII characters is allowed`)
    return Buffer.from(`${text}\r\n`, 'latin1')
  },
}
