import { isDigits } from '../common/compact-time.js'
import { damaged, unreadable } from '../common/errors.js'
import type { Decoded, SessionState } from '../protocol.js'
import { skipSeparators } from './frame.js'
import { isConfirmation } from './keywords.js'
import { IMEI_PREFIX, LOGIN_PREFIX, LONGEST_ID, isSeparator } from './layout.js'
import { isDecimalLayout, readDecimalLayout, readObd } from './read-obd.js'
import { readReport } from './read-report.js'

/** The server's replies to a login and to a heartbeat. They have no end mark. */
const LOAD = Buffer.from('LOAD')
const ON = Buffer.from('ON')

export function decode(frame: Buffer, session: SessionState): Decoded {
  const start = skipSeparators(frame)
  let end = frame.length
  while (end > start && isSeparator(frame[end - 1]!)) end--
  if (start === end) return { kind: 'heartbeat' }
  const text = frame.toString('latin1', start, end)
  if (text.startsWith(IMEI_PREFIX)) return decodeNamed(text.split(','), session)
  if (text.startsWith(LOGIN_PREFIX + IMEI_PREFIX)) return loginOf(text.slice(LOGIN_PREFIX.length).split(',')[0]!)
  if (isDigits(text) && text.length <= LONGEST_ID) return { kind: 'heartbeat', identity: text, reply: ON }
  return damaged('bytes that belong to no frame')
}

function loginOf(imei: string): Decoded {
  const identity = imei.slice(IMEI_PREFIX.length)
  return isIdentity(identity) ? { kind: 'login', identity, reply: LOAD } : damaged('a login without an IMEI')
}

const isIdentity = (text: string): boolean => text.length <= LONGEST_ID && isDigits(text)

function decodeNamed(fields: string[], session: SessionState): Decoded {
  const identity = fields[0]!.slice(IMEI_PREFIX.length)
  if (!isIdentity(identity)) return damaged('a report without an IMEI')
  const keyword = fields[1] ?? ''
  if (fields.length < 3) return loginOf(fields[0]!)
  const { now, memory } = session
  const zoneMinutes = session.utcOffsetMinutes ?? Number(memory?.zoneMinutes ?? 0)
  if (keyword === 'OBD') return { kind: 'packet', identity, fixes: [readObd(fields, now, zoneMinutes)] }
  if (isPhoto(keyword)) return { kind: 'unsupported', messageType: 'vr', identity }
  if (isDecimalLayout(fields))
    return { kind: 'packet', identity, fixes: [readDecimalLayout(fields, now, session.utcOffsetMinutes ?? 0)] }
  if (fields[4] !== 'F' && fields[4] !== 'L') return unknown(keyword, identity)
  const report = readReport(fields, now, zoneMinutes, session.utcOffsetMinutes)
  if (!report) return unreadable('the coordinates cannot be read')
  const { fix, zoneMinutes: zone } = report
  const remember = zone !== undefined && zone !== memory?.zoneMinutes ? { remember: { zoneMinutes: zone } } : undefined
  const said = { identity, fixes: [fix], ...remember }
  return isConfirmation(keyword) ? { kind: 'commandReply', text: keyword, ...said } : { kind: 'packet', ...said }
}

/** Returns true for a part of a photo: `vr` and its hexadecimal digits, without a comma between them. */
const isPhoto = (keyword: string): boolean => keyword.startsWith('vr') && keyword.length > 2

/**
 * Decodes messages with other keywords. If it confirms a command, a message without a position is a reply. Any other
 * message is counted by its keyword.
 */
const unknown = (keyword: string, identity: string): Decoded =>
  isConfirmation(keyword)
    ? { kind: 'commandReply', text: keyword, identity }
    : { kind: 'unsupported', messageType: keyword.slice(0, 20) || 'report', identity }
