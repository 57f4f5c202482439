import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import { telemetryAt } from '../common/judge-fix.js'
import { leadingBlanks } from '../common/marked-frames.js'
import { note } from '../common/note.js'
import type { Decoded, SessionState } from '../protocol.js'
import { readAlarm } from './alarms.js'
import { readBatteryPack, readPackBus } from './battery-pack.js'
import { CLOSE, type Head, OPEN, headOf, isAlphanumeric } from './layout.js'
import { findPosition, readPosition } from './read-position.js'
import { readBattery, readBracedTowers, readTowers, readWifi } from './read-telemetry.js'

/** Types of messages that reply to commands. A message counts as a reply only if it contains no position. */
const CONFIRMATIONS: ReadonlySet<string> = new Set([
  'BS08',
  'BR05',
  'BR06',
  'BV00',
  'BV01',
  'BT00',
  'BU00',
  'BP04',
  'BP07',
  'BP12',
  'BS20',
  'BS21',
  'BS23',
  'BX05',
])
const VIN_LENGTH = 17
/** Length of the longest parameters that are repeated in a reply: interval and duration, four hexadecimal digits each. */
const LONGEST_ECHO = 8
/** Commands that contain hexadecimal bytes or text. Parts of their content could be mistaken for a position. */
const WITHOUT_POSITION: ReadonlySet<string> = new Set(['BS50', 'BS51', 'ZC03'])

export function decode(bytes: Buffer, session: SessionState): Decoded {
  const start = leadingBlanks(bytes)
  if (start === bytes.length) return { kind: 'heartbeat' }
  if (bytes[start] !== OPEN || bytes.at(-1) !== CLOSE) return damaged('bytes that belong to no frame')
  const text = bytes.toString('latin1', start)
  const head = headOf(text)
  if (!head) return damaged('a frame without an id and a command')
  const decoded = decodeMessage(text, head, session)
  if (decoded.kind !== 'decodeError') decoded.identity = head.id
  return decoded
}

function decodeMessage(text: string, head: Head, session: SessionState): Decoded {
  const { id, command, bodyAt } = head
  const place = mayHoldPosition(text, head) ? findPosition(text, bodyAt) : undefined
  const fix = place && readPosition(text, place, session.now, session.utcOffsetMinutes ?? 0)
  if (place && !fix) return unreadable('the coordinates cannot be read', replyTo(head, text[bodyAt] ?? ''))
  const data = place ? text.slice(bodyAt, place.dateAt) : ''
  if (fix) readAlarm(fix, command, dataOf(data))
  switch (command) {
    case 'BP00':
    case 'BP05': {
      const reply = replyTo(head, '')
      const isNew = session.identity !== id || command === 'BP05'
      return {
        ...(isNew ? { kind: 'login', identity: id } : { kind: 'heartbeat' }),
        ...(reply && { reply }),
        ...(fix && { fixes: [fix] }),
      }
    }
    case 'BO01': {
      const reply = replyTo(head, data)
      return fix ? { kind: 'packet', fixes: [fix], ...(reply && { reply }) } : unreadable('an alarm without a position', reply)
    }
    case 'BP04':
      return { kind: 'commandReply', text: text.slice(bodyAt - 4, -1), ...(fix && { fixes: [fix] }) }
    default:
      return fix ? { kind: 'packet', fixes: [fix] } : decodeTelemetry(text, head, session)
  }
}

/**
 * Returns true if a position may follow. A VIN or repeated parameters may look like a position, because they may also contain
 * six digits, an A or V, and more digits.
 */
function mayHoldPosition(text: string, { command, bodyAt }: Head): boolean {
  if (WITHOUT_POSITION.has(command) || isVin(text, command, bodyAt)) return false
  return text.length - 1 - bodyAt > LONGEST_ECHO || !CONFIRMATIONS.has(command)
}

/** Returns true for the vehicle identification number. */
const isVin = (text: string, command: string, bodyAt: number): boolean =>
  command === 'BV00' && text.length - 1 - bodyAt === VIN_LENGTH && isAlphanumeric(text, bodyAt, text.length - 1)

/** Returns the digit of `ALARM,1,2,` in the comma dialect. Without the comma dialect, the data already consist of digits. */
const dataOf = (data: string): string => (data.startsWith('ALARM,') ? data.slice(6, 7) : data)

/**
 * Returns the reply to a login, a handshake or an alarm. The tracker waits for this reply. The reply to an alarm repeats
 * the alarm's digit.
 */
function replyTo({ id, command }: Head, data: string): Buffer | undefined {
  if (command === 'BP05') return Buffer.from(`(${id}AP05)`, 'latin1')
  if (command === 'BP00') return Buffer.from(`(${id}AP01HSO)`, 'latin1')
  return command === 'BO01' ? Buffer.from(`(${id}AS01${data.slice(0, 1)})`, 'latin1') : undefined
}

function decodeTelemetry(text: string, { command, bodyAt }: Head, session: SessionState): Decoded {
  const { now, utcOffsetMinutes = 0 } = session
  const body = text.slice(bodyAt, -1)
  if (command === 'ZC03') return readResult(body, now)
  if (body.includes('{')) return packetOf(readBracedTowers(body, now))
  if (command === 'ZC20') return packetOf(readBattery(body.split(','), now, utcOffsetMinutes))
  if (command === 'BZ00') return packetOf(readTowers(body.split(','), now))
  if (command === 'BS50') return packetOf(readBatteryPack(body, now), command)
  if (command === 'BS51') return packetOf(readPackBus(body, now), command)
  if (command.startsWith('DW5') || command.startsWith('DW6')) {
    const fix = readWifi(body.split(','), now, utcOffsetMinutes)
    if (fix) readAlarm(fix, command, '')
    return packetOf(fix, command)
  }
  if (isVin(text, command, bodyAt)) {
    const fix = telemetryAt(now)
    note(fix, 'vin', body)
    return packetOf(fix)
  }
  if (CONFIRMATIONS.has(command)) return { kind: 'commandReply', text: command + body }
  return { kind: 'unsupported', messageType: command }
}

/** Reads `date,time,$text$`. The text is the reply to a command. */
function readResult(body: string, now: number): Decoded {
  const open = body.indexOf('$')
  if (open < 0) return { kind: 'commandReply', text: body }
  const close = body.indexOf('$', open + 1)
  const text = body.slice(open + 1, close < 0 ? undefined : close)
  const fix = telemetryAt(now)
  note(fix, 'result', text)
  return { kind: 'commandReply', text, fixes: [fix] }
}

const packetOf = (fix: Fix | undefined, command?: string): Decoded =>
  fix ? { kind: 'packet', fixes: [fix] } : unreadable(`a ${command} whose fields cannot be read`)
