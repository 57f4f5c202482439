import type { Fix } from '@roadbook/contracts'
import { isDigits } from '../common/compact-time.js'
import { damaged, unreadable } from '../common/errors.js'
import { telemetryAt } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { decimalOf } from '../common/plain-number.js'
import { barsOfCsq } from '../common/signal.js'
import type { Decoded, SessionState } from '../protocol.js'
import { type Kind, isReport, readReport, setBattery } from './read-report.js'

const LONGEST_ID = 20

/** Decodes `!` type `,` fields `;`. No type has a reply. The tracker identifies itself once for the whole connection. */
export function decode(frame: Buffer, session: SessionState): Decoded {
  const [, content] = /^[\s\0]*!([^!;]*);$/.exec(frame.toString('latin1')) ?? []
  if (content === undefined) return damaged('bytes that belong to no message')
  const [kind = '', ...fields] = content.split(',')
  if (isReport(kind)) return readPacket(kind, fields, session)
  switch (kind) {
    case '1':
      return readLogin(fields)
    case '3':
      return { kind: 'commandReply', text: fields.join(','), isRefusal: fields[0] !== 'ok' }
    case '4':
      return { kind: 'heartbeat', fixes: [readStatus(fields, session.now)] }
    case '5':
      return { kind: 'heartbeat', fixes: [readHeartbeat(fields, session.now)] }
  }
  return /^[\x21-\x7e]{1,8}$/.test(kind) ? { kind: 'unsupported', messageType: kind } : damaged('a message of no kind')
}

function readPacket(kind: Kind, fields: readonly string[], session: SessionState): Decoded {
  const fix = readReport(kind, fields, session)
  return fix ? { kind: 'packet', fixes: [fix] } : unreadable(`a report ${kind} that ends too early`)
}

/** Reads a login. Fields: name · [firmware · a field of newer models]. */
function readLogin([identity = '', firmware]: readonly string[]): Decoded {
  if (!isDigits(identity) || identity.length > LONGEST_ID) return damaged('a login without a name')
  return { kind: 'login', identity, ...(firmware && { information: { firmware } }) }
}

/** Reads the settings and stores them as sent. They include telephone numbers. */
function readStatus(fields: readonly string[], now: number): Fix {
  const fix = telemetryAt(now)
  note(fix, 'settings', fields.join(','))
  return fix
}

/** Reads a heartbeat. Fields: the modem's signal · A or V for the receiver's fix · [battery, %]. */
function readHeartbeat([csq, receiver, battery]: readonly string[], now: number): Fix {
  const fix = telemetryAt(now)
  const bars = barsOfCsq(decimalOf(csq))
  if (bars !== undefined) fix.gsmSignal = bars
  if (receiver === 'A' || receiver === 'V') note(fix, 'gpsFixed', receiver === 'A')
  setBattery(fix, battery)
  return fix
}
