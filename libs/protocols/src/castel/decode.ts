import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import { telemetryAt } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import type { Decoded, DeviceInformation, SessionState } from '../protocol.js'
import { type Message, isPortable, readMessage, writeMessage } from './frame.js'
import { RECORD_BYTES, readRecord, readRecords } from './read-portable.js'
import { PLACE_BYTES, Tail, STATE_BYTES, readPlace, readReport, readTelemetry } from './read-report.js'
import { readAnswer, readCell, readFaultCodes, readSamples, readSnapshot } from './read-vehicle.js'

export const MessageType = {
  login: 0x1001,
  logout: 0x1002,
  heartbeat: 0x1003,
  gps: 0x4001,
  samples: 0x4002,
  snapshot: 0x4005,
  faults: 0x4006,
  alarm: 0x4007,
  cell: 0x4008,
  asleep: 0x4009,
  truckFaults: 0x400b,
  everything: 0x401f,
  answer: 0xa002,
  loginReply: 0x9001,
  heartbeatReply: 0x9003,
  alarmReply: 0xc007,
} as const
/** Message types of portable trackers. On other trackers the same numbers have other meanings. */
const PortableType = { login: 0x4001, records: 0x4206, loginReply: 0x8001, recordsReply: 0x8206 } as const

const HISTORY_BYTES = 1
const INDEX_BYTES = 4
/** Value for the server's address and port in a reply. It means that the tracker keeps its present setting. */
const SAME_SERVER = 'ffffffff0000'
const NOTHING = Buffer.alloc(0)
/** An identifier. The user may have chosen it, for example `T-234L-TEST123456`. */
const NAME = /^[\dA-Za-z._-]{1,20}$/

/**
 * Decodes a message. Each message contains its device's identifier. Logins, heartbeats and alarms get a reply. Positions
 * get no reply.
 */
export function decode(frame: Buffer, { now }: SessionState): Decoded {
  const message = readMessage(frame)
  if (!message) return damaged('wrong checksum')
  if (!NAME.test(message.name)) return unreadable('a name that is none')
  return isPortable(message.version) ? decodePortable(message, now) : decodeVehicle(message, now)
}

const answerTo = (message: Message, type: number, content: Buffer): Buffer => writeMessage({ ...message, type, content })
const unused = ({ name: identity, type }: Message): Decoded => ({
  kind: 'unsupported',
  identity,
  messageType: `0x${type.toString(16)}`,
})

function decodeVehicle(message: Message, now: number): Decoded {
  const { name: identity, type, content } = message
  switch (type) {
    case MessageType.login: {
      const fixes = readReport(content, 0, Tail.information, now)?.filter(({ satellites }) => satellites !== undefined)
      const clock = Buffer.alloc(4)
      clock.writeUInt32LE(Math.floor(now / 1000))
      const reply = answerTo(message, MessageType.loginReply, Buffer.concat([Buffer.from(SAME_SERVER, 'hex'), clock]))
      return { kind: 'login', identity, reply, ...(fixes?.length && { fixes }) }
    }
    case MessageType.heartbeat:
      return { kind: 'heartbeat', identity, reply: answerTo(message, MessageType.heartbeatReply, NOTHING) }
    case MessageType.logout:
      return packetOf(message, readReport(content, 0, Tail.unknown, now))
    case MessageType.gps:
      return packetOf(message, readReport(content, HISTORY_BYTES, Tail.unknown, now), content[0] !== 0)
    case MessageType.everything:
      return packetOf(message, readReport(content, HISTORY_BYTES + INDEX_BYTES, Tail.tags, now), content[0] !== 0)
    case MessageType.asleep:
      return packetOf(message, readAsleep(content, now))
    case MessageType.alarm: {
      const isNumbered = content.length >= INDEX_BYTES + STATE_BYTES
      const reply = isNumbered ? answerTo(message, MessageType.alarmReply, content.subarray(0, INDEX_BYTES)) : undefined
      const fixes = readReport(content, INDEX_BYTES, Tail.alarms, now)
      if (!fixes) return unreadable('an alarm that is cut short', reply)
      return { kind: 'packet', identity, fixes, ...(reply && { reply }) }
    }
    case MessageType.answer: {
      const fix = telemetryAt(now)
      return readAnswer(fix, content) ? { kind: 'heartbeat', identity, fixes: [fix] } : unused(message)
    }
  }
  const read = TELEMETRY.get(type)
  const told = read && readTelemetry(content, now)
  if (!read || !told) return unused(message)
  // If the bytes after the state cannot be read, they are stored with the state.
  const from = told.reader.position
  if (!read(told.fix, told.reader)) note(told.fix, 'tail', content.toString('hex', from))
  return packetOf(message, [told.fix])
}

/** Readers of the bytes after the state, by message type. */
const TELEMETRY: ReadonlyMap<number, (fix: Fix, reader: ByteReader) => boolean> = new Map([
  [MessageType.samples, readSamples],
  [MessageType.snapshot, readSnapshot],
  [MessageType.faults, (fix, reader) => readCodes(fix, reader, 2)],
  [MessageType.truckFaults, (fix, reader) => readCodes(fix, reader, 4)],
  [MessageType.cell, readCell],
])

/** Reads fault codes. They follow one byte, which is skipped. */
function readCodes(fix: Fix, reader: ByteReader, bytes: 2 | 4): boolean {
  reader.skip(1)
  return readFaultCodes(fix, reader, bytes)
}

function packetOf({ name: identity }: Message, fixes: Fix[] | undefined, isStored = false): Decoded {
  if (!fixes) return unreadable('a report that is cut short')
  if (isStored) for (const fix of fixes) note(fix, 'buffered', true)
  return { kind: 'packet', identity, fixes }
}

/** Reads `4009`. Fields with their length in bytes: time 4 · place. */
function readAsleep(content: Buffer, now: number): Fix[] | undefined {
  const reader = new ByteReader(content, 4)
  return content.length < 4 + PLACE_BYTES ? undefined : [readPlace(reader, now)]
}

function decodePortable(message: Message, now: number): Decoded {
  const { name: identity, type, content } = message
  if (type === PortableType.login) {
    const reply = answerTo(message, PortableType.loginReply, NOTHING)
    if (content.length < RECORD_BYTES) return { kind: 'login', identity, reply }
    const fixes = [readRecord(new ByteReader(content), now)]
    return { kind: 'login', identity, reply, fixes, information: versionsOf(content.subarray(RECORD_BYTES)) }
  }
  if (type !== PortableType.records) return unused(message)
  const fixes = readRecords(content, now)
  const reply = answerTo(message, PortableType.recordsReply, NOTHING)
  return fixes ? { kind: 'packet', identity, fixes, reply } : unreadable('records that are cut short', reply)
}

/** Reads the versions of firmware and hardware. Each ends with a zero byte. */
function versionsOf(bytes: Buffer): DeviceInformation {
  const [firmware, model] = bytes.toString('latin1').split('\0')
  return { ...(firmware && { firmware }), ...(model && { model }) }
}
