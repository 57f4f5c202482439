import { refusalOf } from '../common/command-text.js'
import { refuse } from '../common/errors.js'
import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { USUAL_MAKER } from './layout.js'
import { write } from './write.js'

const LONGEST_TEXT = 1000
/** Characters that would end the frame. */
const FORBIDDEN = '[]*}'

/** `FIND` makes the watch ring for a minute. */
export const commands: CommandSide = { locate: { text: 'FIND' }, encode }

/** Encodes the vendor's command word and its parameters, for example `UPLOAD,600` or `CR`. */
function encode({ text, serial }: Command, { identity, memory }: SessionState): Buffer | CommandError {
  const refusal = refusalOf(text, LONGEST_TEXT, FORBIDDEN)
  if (refusal) return refusal
  if (identity === undefined) return refuse('a command needs the id of a watch that is logged in')
  const index = memory?.isIndexed === true ? serial.toString(16).toUpperCase().padStart(4, '0') : undefined
  return write({ maker: String(memory?.maker ?? USUAL_MAKER), id: identity, index }, text)
}

/** Replies to completed commands. A reply repeats the command word and may add a result. */
export const CONFIRMATIONS: ReadonlySet<string> = new Set(
  (
    'ACALL ANY APN APPLOCK BODYTEMP BODYTEMP2 BT CALL CENTER CR DEVREFUSEPHONESWITCH DPHBX FACTORY FALLDOWN FIND FLOWER ' +
    'HEALTHAUTOSET HRTSTART LOWBAT LSSET LZ MESSAGE MONITOR NOWORKTIME PEDO PHB PHB2 PHBX PHBX2 POWEROFF PROFILE PW RCAPTURE ' +
    'REMIND REMOVE REMOVESMS RESET SILENCETIME SILENCETIME2 SLAVE SLEEPTIME SMS SOS SOS1 SOS2 SOS3 SOSSMS TAKEPILLS TS ' +
    'UPGRADE UPLOAD URL VERNO WALKTIME WHITELIST1 WHITELIST2 WIFICUR WIFIDEL WIFISEARCH WIFISET WORK WORKTIME'
  ).split(' '),
)
