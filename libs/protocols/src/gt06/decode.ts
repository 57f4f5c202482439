import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import { telemetryAt } from '../common/judge-fix.js'
import type { Decoded, SessionState } from '../protocol.js'
import { readLongReply, readShortReply } from './command-reply.js'
import { DeviceClock } from './device-clock.js'
import { hasRightCrc, isWhole, writeFrame } from './frame.js'
import {
  readBatteryManagement,
  readPortableStatus,
  readStatusHeartbeat,
  readStatusWithModules,
  readVoltageHeartbeat,
} from './heartbeat.js'
import { readInformation, readObd, readSerialData } from './information.js'
import { MessageType, SHORT_START, TAIL_BYTES } from './layout.js'
import { decodeLogin } from './login.js'
import { readModularReport, readStates } from './modules.js'
import { readReport, readUndatedAlarm } from './read-report.js'

const NOTHING = Buffer.alloc(0)

/** Decodes a frame. The reply repeats the frame's protocol number and serial number. */
export function decode(bytes: Buffer, session: SessionState): Decoded {
  if (!isWhole(bytes)) return damaged('bytes between frames')
  if (!hasRightCrc(bytes)) return damaged('wrong CRC')
  const isLong = bytes[0] !== SHORT_START
  const start = isLong ? 5 : 4
  const end = bytes.length - TAIL_BYTES
  const type = bytes[start - 1]!
  const serial = bytes.readUInt16BE(end)
  if (type === MessageType.login) return decodeLogin(bytes.subarray(start, end), serial)
  if (type === MessageType.time) return { kind: 'heartbeat', reply: writeFrame(type, timeOf(session.now), serial) }
  if (type === MessageType.text) return readShortReply(bytes.subarray(start, end), session.now)
  if (type === MessageType.text2) return readLongReply(bytes.subarray(start, end), session.now)

  const reader = new ByteReader(bytes, start, end)
  const clock = new DeviceClock(session)
  const reply = isAnswered(type) ? writeFrame(type, NOTHING, serial, isLong && (type === 0x32 || type === 0x33)) : undefined
  const decoded = read(type, isLong, reader, bytes, clock)
  if (decoded === undefined)
    return { kind: 'unsupported', messageType: `0x${type.toString(16).padStart(2, '0')}`, ...(reply && { reply }) }
  if (reader.overrun) return unreadable('cut short', reply)
  const { remember } = clock
  return { ...decoded, ...(remember && { remember }), ...(reply && { reply }) }
}

/** Returns true for frames that get a reply. A device expects no reply to its command replies and to forwarded data. */
function isAnswered(type: number): boolean {
  return type !== MessageType.information && type !== MessageType.serialData && type !== MessageType.obd && (type & 0xf8) !== 0x80
}

function read(type: number, isLong: boolean, reader: ByteReader, bytes: Buffer, clock: DeviceClock): Decoded | undefined {
  const telemetry = readTelemetry(type, isLong, reader, bytes, clock.now)
  if (telemetry) return { kind: 'heartbeat', fixes: [telemetry] }
  const report = readReport(type, isLong, reader, bytes, clock)
  if (report) return { kind: 'packet', fixes: [report] }
  if (type === MessageType.modular) {
    const { fix, information } = readModularReport(reader, clock.now)
    return { kind: 'packet', fixes: [fix], ...(information && { information }) }
  }
  if (type === MessageType.information) {
    const { fix, information } = readInformation(reader, isLong, clock) ?? {}
    if (fix === undefined && information === undefined) return undefined
    return { kind: 'heartbeat', ...(fix && { fixes: [fix] }), ...(information && { information }) }
  }
  if (type === MessageType.serialData) return { kind: 'packet', fixes: [readSerialData(reader, clock.now)] }
  if (type === MessageType.obd) return { kind: 'packet', fixes: [readObd(reader, clock)] }
  const undated = telemetryAt(clock.now)
  return readUndatedAlarm(type, reader, undated) ? { kind: 'packet', fixes: [undated] } : undefined
}

function readTelemetry(type: number, isLong: boolean, reader: ByteReader, bytes: Buffer, now: number): Fix | undefined {
  const size = reader.remaining
  switch (type) {
    case MessageType.status:
      return size < 3 ? undefined : readStatusHeartbeat(reader, bytes, now)
    case MessageType.heartbeat:
      return size < 1 ? undefined : readVoltageHeartbeat(reader, now)
    case MessageType.deviceStatus4g:
      return isLong || size < 5 || size === 48 ? undefined : readStatusWithModules(reader, now)
    case 0x40:
      return size < 100 ? undefined : readBatteryManagement(reader, now)
    case 0xa3:
      return size === 7 || size === 19 ? readPortableStatus(reader, now) : undefined
    case MessageType.states:
    case MessageType.peripherals:
      return size < 4 ? undefined : readStates(reader, now, type === MessageType.peripherals)
    default:
      return undefined
  }
}

/** Encodes a UTC time: year − 2000, month, day, hour, minute, second. */
function timeOf(now: number): Buffer {
  const date = new Date(now)
  const day = [date.getUTCFullYear() - 2000, date.getUTCMonth() + 1, date.getUTCDate()]
  return Buffer.from([...day, date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()])
}
