import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { UNIVERSAL } from './decode.js'

const LONGEST_COMMAND = 512
const PRINTABLE = /^[\x20-\x7e]+$/
/** The most common series. It is used while the tracker's own series is not known. */
const USUAL_SERIES = 'ST300'

/** Group and action in the universal format, for the commands of the older series. */
const UNIVERSAL_WORDS: Readonly<Record<string, string>> = {
  StatusReq: '03;01',
  Reboot: '03;03',
  Enable1: '04;01',
  Disable1: '04;02',
  Enable2: '04;03',
  Disable2: '04;04',
}

/**
 * The vendor's command (`Enable1`) or, in the universal format, group and action (`04;01`). StatusReq requests a position
 * immediately.
 */
export const commands: CommandSide = { locate: { text: 'StatusReq' }, encode }

function encode({ text }: Command, { identity, memory }: SessionState): Buffer | CommandError {
  if (text.length > LONGEST_COMMAND || !PRINTABLE.test(text))
    return refuse(`a command of 1 to ${LONGEST_COMMAND} printable ASCII characters is allowed`)
  if (identity === undefined) return refuse('the tracker has not told its number yet')
  const series = memory?.['series']
  if (series === UNIVERSAL) return line(`CMD;${identity};${UNIVERSAL_WORDS[text] ?? text}`)
  return line(`${typeof series === 'string' ? series : USUAL_SERIES}CMD;${identity};02;${text}`)
}

const line = (text: string): Buffer => Buffer.from(`${text}\r`, 'latin1')
