import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { damaged } from '../common/errors.js'
import { telemetryAt } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import type { Decoded, SessionState } from '../protocol.js'
import { HEAD_BYTES, MessageType, STOP_BYTES, endOf, isNearby, writeMessage } from './frame.js'
import { PLAIN_BYTES, TIME_BYTES, readGps, readNearby, readPlainGps } from './read-report.js'

/**
 * Decodes a message. Only the login contains an identifier. All other messages belong to the tracker that logged in. If a
 * message needs a reply and gets none, the tracker sends the message again.
 */
export function decode(frame: Buffer, { now }: SessionState): Decoded {
  if (frame[0] !== 0x78 || frame[1] !== 0x78 || endOf(frame) !== frame.length) return damaged('bytes that belong to no message')
  const [length, type] = [frame[2]!, frame[3]!]
  const content = frame.subarray(HEAD_BYTES, -STOP_BYTES)
  if (type === MessageType.login) return readLogin(content)
  if (type === MessageType.gps || type === MessageType.gpsFromMemory || isNearby(type)) {
    const fix = isNearby(type) ? readNearby(frame, now) : readGps(content, type, now)
    return { kind: 'packet', fixes: [fix], reply: writeMessage(type, content.subarray(0, TIME_BYTES), length) }
  }
  if (type === MessageType.status) return readStatus(frame, content, now)
  if (type === MessageType.time) return { kind: 'heartbeat', reply: writeMessage(type, clockOf(now)) }
  if (type === MessageType.heartbeat && content.length === 0) return { kind: 'heartbeat' }
  const isPlain = type === MessageType.heartbeat || type === MessageType.plainFromMemory
  if (isPlain && content.length >= PLAIN_BYTES) return { kind: 'packet', fixes: [readPlainGps(content, type, now)] }
  const news = content.length === 0 ? NEWS.get(type) : undefined
  if (news) return { kind: 'heartbeat', fixes: [telemetryOf(news, now)] }
  const name = `0x${type.toString(16).padStart(2, '0')}`
  return { kind: 'unsupported', messageType: isPlain && content.length > 0 ? `${name} with content` : name }
}

/** Messages that consist only of their type. */
const NEWS: ReadonlyMap<number, readonly [name: string, value: string | boolean]> = new Map([
  [MessageType.charged, ['charged', true]],
  [MessageType.chargerOn, ['charging', true]],
  [MessageType.chargerOff, ['charging', false]],
  [MessageType.vibration, ['alarm', 'vibration']],
  [MessageType.sos, ['alarm', 'sos']],
])

function telemetryOf([name, value]: readonly [string, string | boolean], now: number): Fix {
  const fix = telemetryAt(now)
  note(fix, name, value)
  return fix
}

/** Reads a login. Fields with their length in bytes: IMEI 8 (a zero, then 15 digits) · version 1. */
function readLogin(content: Buffer): Decoded {
  const digits = content.toString('hex', 0, 8)
  if (!/^\d{16}$/.test(digits)) return damaged('a login without a name')
  return {
    kind: 'login',
    identity: digits.replace(/^0/, ''),
    information: { firmware: String(content[8]) },
    reply: writeMessage(MessageType.login, NOTHING),
    refuse: writeMessage(MessageType.stop, NOTHING),
  }
}

const NOTHING = Buffer.alloc(0)

/**
 * Reads a status. Fields with their length in bytes: battery 1 (%) · version 1 · time zone 1 · minutes between reports 1 ·
 * [signal 1 · model-specific bytes]. The reply repeats all fields.
 */
function readStatus(frame: Buffer, content: Buffer, now: number): Decoded {
  const reader = new ByteReader(content)
  const [battery, version, zone, interval] = [reader.u8(), reader.u8(), reader.u8(), reader.u8()]
  const reply = Buffer.from(frame)
  if (reader.overrun) return { kind: 'heartbeat', reply }
  const fix = telemetryAt(now)
  if (battery <= 100) fix.batteryPercent = battery
  note(fix, 'zone', zone)
  note(fix, 'reportMinutes', interval)
  if (reader.remaining > 0) note(fix, 'signal', reader.u8())
  note(fix, 'tail', reader.slice(reader.remaining).toString('hex'))
  return { kind: 'heartbeat', fixes: [fix], information: { firmware: String(version) }, reply }
}

/** Encodes a UTC time. Fields with their length in bytes: year 2 · month 1 · day 1 · hour 1 · minute 1 · second 1. */
function clockOf(now: number): Buffer {
  const date = new Date(now)
  const clock = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()]
  return Buffer.from([date.getUTCFullYear() >> 8, date.getUTCFullYear() & 0xff, ...clock])
}
