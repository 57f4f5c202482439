import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { modelOf } from './models.js'

/** Size of the device's buffer for one command. */
const LONGEST_COMMAND = 512
const PRINTABLE = /^[\x20-\x7e]+$/
const COMMAND = /^AT\+GT[A-Z]{3}=/
const SERIAL = /,[0-9A-Fa-f]{4}\$$/
/** Model whose default password is used while the tracker's model is not known. */
const USUAL_MODEL = 'GV300'

/**
 * Commands are the vendor's command lines without their serial number, for example `AT+GTRTO=gv300,3,,,,,`. An empty
 * password is replaced by the model's default password, which is the model's name in lower case. Sub-command 0 of GTRTO
 * requests a fix immediately.
 */
export const commands: CommandSide = {
  locate: { text: 'AT+GTRTO=,0,,,,,' },
  encode,
}

/**
 * Encodes a command. The server adds a serial number of four hexadecimal digits, which the reply repeats. A serial number in
 * the text is replaced.
 */
function encode({ text, serial }: Command, session: SessionState): Buffer | CommandError {
  if (text.length > LONGEST_COMMAND || !PRINTABLE.test(text))
    return refuse(`a command of 1 to ${LONGEST_COMMAND} printable ASCII characters is allowed`)
  const line = text.replace(SERIAL, '')
  if (line.includes('$')) return refuse('a command may hold no $, which ends it')
  if (!COMMAND.test(line)) return refuse('a command has the form AT+GTxxx=password,…')
  const version = session.memory?.['version']
  const model = (typeof version === 'string' && modelOf(version)?.name) || USUAL_MODEL
  const withPassword = line.replace('=,', `=${model.toLowerCase()},`)
  return Buffer.from(`${withPassword},${serial.toString(16).toUpperCase().padStart(4, '0')}$`, 'latin1')
}
