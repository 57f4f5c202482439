import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { MessageId, addressIn, writeMessage } from './header.js'

const LONGEST_TEXT = 900
/** Flag of a text that is meant for the terminal itself. The bits for display and emergency are not set. */
const TEXT_FLAG = 1
/** Type of a text in the edition of 2019: 1 is a notice, 2 is a service message. */
const TEXT_KIND = 1
/** Pattern of a message of the standard, in hexadecimal: `0x8201`, `0x8105 04`. */
const MESSAGE = /^0x(8[0-9a-f]{3}|9[0-9a-f]{3})(?: ([0-9a-f]{2,1800}))?$/i

/**
 * Contents of 0x8202, which tracks temporarily and leaves the settings unchanged. Fields with their length in bytes:
 * interval 2 (s) · duration 4 (s). `often` sets an interval of ten seconds for thirty days. The limit of thirty days ends
 * the tracking even if the terminal is never connected again. An interval of zero ends the tracking immediately.
 */
const TRACK = { often: '0x8202 000a00278d00', stop: '0x8202 0000' }

/**
 * A command is a text for the terminal's own command line, or a message of the standard. 0x8201 requests the position
 * immediately.
 */
export const commands: CommandSide = {
  locate: { text: '0x8201' },
  reporting: { usual: () => TRACK.stop, often: () => TRACK.often },
  encode,
}

function encode({ text, serial }: Command, session: SessionState): Buffer | CommandError {
  if (text.length === 0) return refuse(`a command of 1 to ${LONGEST_TEXT} characters is allowed`)
  if (!/^[\x20-\x7e]*$/.test(text)) return refuse('only printable ASCII is allowed in a command')
  const address = addressIn(session)
  const [, id, body = ''] = MESSAGE.exec(text) ?? []
  if (id !== undefined) {
    if (body.length % 2 !== 0) return refuse('the content of a message is hexadecimal, two digits a byte')
    return writeMessage(parseInt(id, 16), address, serial, Buffer.from(body, 'hex'))
  }
  if (text.length > LONGEST_TEXT) return refuse(`a command of 1 to ${LONGEST_TEXT} characters is allowed`)
  const head = address.version === undefined ? [TEXT_FLAG] : [TEXT_FLAG, TEXT_KIND]
  return writeMessage(MessageId.text, address, serial, Buffer.concat([Buffer.from(head), Buffer.from(text, 'latin1')]))
}
