import type { Command, CommandError, CommandSide, SessionState } from '../protocol.js'
import { USUAL_MAKER } from './layout.js'
import { write } from './write.js'

const LONGEST_TEXT = 1000
const LAST_PRINTABLE = 0x7e
const FORBIDDEN: ReadonlySet<string> = new Set(['[', ']', '*', '}'])

/** The watch rings for a minute. */
export const commands: CommandSide = { locate: { text: 'FIND' }, encode }

/** The maker's word and its parameters: `UPLOAD,600`, `CR`. */
function encode({ text, serial }: Command, { identity, memory }: SessionState): Buffer | CommandError {
  if (text.length === 0 || text.length > LONGEST_TEXT) return refuse(`a command of 1 to ${LONGEST_TEXT} characters is allowed`)
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 0x20 || code > LAST_PRINTABLE || FORBIDDEN.has(text[at]!))
      return refuse('only printable ASCII without [ ] * } is allowed in a command')
  }
  if (identity === undefined) return refuse('a command needs the id of a watch that is logged in')
  const index = memory?.isIndexed === true ? serial.toString(16).toUpperCase().padStart(4, '0') : undefined
  return write({ maker: String(memory?.maker ?? USUAL_MAKER), id: identity, index }, text)
}

/** What the device says when it did what it was told: the word of the command again, perhaps with a result. */
export const CONFIRMATIONS: ReadonlySet<string> = new Set(
  (
    'ACALL ANY APN APPLOCK BODYTEMP BODYTEMP2 BT CALL CENTER CR DEVREFUSEPHONESWITCH DPHBX FACTORY FALLDOWN FIND FLOWER ' +
    'HEALTHAUTOSET HRTSTART LOWBAT LSSET LZ MESSAGE MONITOR NOWORKTIME PEDO PHB PHB2 PHBX PHBX2 POWEROFF PROFILE PW RCAPTURE ' +
    'REMIND REMOVE REMOVESMS RESET SILENCETIME SILENCETIME2 SLAVE SLEEPTIME SMS SOS SOS1 SOS2 SOS3 SOSSMS TAKEPILLS TS ' +
    'UPGRADE UPLOAD URL VERNO WALKTIME WHITELIST1 WHITELIST2 WIFICUR WIFIDEL WIFISEARCH WIFISET WORK WORKTIME'
  ).split(' '),
)

const refuse = (reason: string): CommandError => ({ kind: 'commandError', reason })
