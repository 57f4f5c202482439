import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import { judgeFix, telemetryAt } from '../common/judge-fix.js'
import { isNoKey } from '../common/readings.js'
import type { Decoded, DeviceInformation, SessionState } from '../protocol.js'
import { readTime, writeTime } from './clock.js'
import { unwrap } from './frame.js'
import { type Header, MessageId, identityOf, readHeader, rememberAddress, writeMessage } from './header.js'
import { readLocation } from './location.js'
import { readLockLocation } from './lock-location.js'
import { collect } from './reassemble.js'
import { gbkOf, readAttributes, readAuthentication, readRegistration } from './registration.js'
import { Result, generalReply, registerRefusal, registerReply } from './replies.js'
import { readTransparent } from './transparent.js'

/** Decodes a message. Each message contains its terminal's number. Every message gets a reply, unless it is itself a reply. */
export function decode(bytes: Buffer, session: SessionState): Decoded {
  const plain = unwrap(bytes)
  if (plain === undefined) return damaged('wrong checksum')
  const header = readHeader(plain, bytes[bytes.length - 1]!)
  if (header === undefined) return unreadable('a message without a header')
  const identity = identityOf(header.phone)
  const body = plain.subarray(header.bodyStart, plain.length - 1)
  const remember = rememberAddress(header, session)
  const decoded = header.part ? readPart(header, header.part, body, session) : read(header, body, session)
  if (decoded.kind === 'decodeError') return decoded
  const known = remember ? { ...remember, ...decoded.remember } : decoded.remember
  return {
    refuse: generalReply(header, session.serial ?? 0, Result.failed),
    ...decoded,
    identity,
    ...(known && { remember: known }),
  }
}

/**
 * Reads one part of a message. The part is stored as sent. If it is the last missing part, the whole message is decoded.
 */
function readPart(header: Header, part: { count: number; index: number }, body: Buffer, session: SessionState): Decoded {
  const collected = collect(header.id, part, body, session)
  if (collected === undefined || !('body' in collected)) {
    const messageType = `${nameOf(header.id)}/part`
    const reply = generalReply(header, session.serial ?? 0)
    return { kind: 'unsupported', messageType, reply, ...(collected && { remember: collected.remember }) }
  }
  const decoded = read(header, collected.body, session)
  return decoded.kind === 'decodeError' ? decoded : { ...decoded, remember: collected.remember }
}

function read(header: Header, body: Buffer, session: SessionState): Decoded {
  const { id } = header
  const serial = session.serial ?? 0
  const is2019 = header.version !== undefined
  if (header.isEncrypted) return unreadable('an encrypted message', generalReply(header, serial))
  switch (id) {
    case MessageId.register:
      return {
        kind: 'login',
        identity: identityOf(header.phone),
        information: readRegistration(body, is2019),
        reply: registerReply(header, serial),
        refuse: registerRefusal(header, serial),
      }
    case MessageId.authenticate:
      return {
        kind: 'login',
        identity: identityOf(header.phone),
        information: readAuthentication(body, is2019),
        reply: generalReply(header, serial),
      }
    case MessageId.time:
      return { kind: 'heartbeat', reply: writeMessage(MessageId.timeReply, header, serial, writeTime(session.now, 0)) }
    case MessageId.terminalReply:
      return readTerminalReply(body)
    default:
      return readReport(header, body, session, generalReply(header, serial))
  }
}

function readReport(header: Header, body: Buffer, session: SessionState, reply: Buffer): Decoded {
  const { id } = header
  const serial = session.serial ?? 0
  switch (id) {
    case MessageId.heartbeat:
      return { kind: 'heartbeat', reply, ...(body.length >= 3 && { fixes: [readHeartbeat(body, session.now)] }) }
    case MessageId.attributes:
      return { kind: 'heartbeat', information: readAttributes(body, header.version !== undefined), reply }
    case MessageId.location:
      return packetOf([body], header, session, reply)
    case MessageId.batch: {
      const locations = splitBatch(body.subarray(3), 2)
      return locations
        ? packetOf(locations, header, session, reply, body[2] === 1)
        : unreadable('a batch that does not fit', generalReply(header, serial))
    }
    case MessageId.batch2: {
      if (body.length === 7) return { kind: 'packet', fixes: [readBattery(body, session)], reply }
      const locations = splitBatch(body, 1)
      return locations
        ? packetOf(locations, header, session, reply)
        : unreadable('a batch that does not fit', generalReply(header, serial))
    }
    case MessageId.locationAnswer:
      return readLocationAnswer(header, body, session, reply)
    case MessageId.lockLocation:
    case MessageId.storedLockLocation: {
      const fix = readLockLocation(body, session.now)
      if (typeof fix === 'string') return unreadable(fix, generalReply(header, serial))
      return { kind: 'packet', fixes: [fix], ...(header.wantsReply && { reply }) }
    }
    case MessageId.transparent: {
      const fixes = readTransparent(body, session)
      return fixes ? { kind: 'packet', fixes, reply } : { kind: 'unsupported', messageType: nameOf(id), reply }
    }
    case MessageId.driver:
      return body.length < 8
        ? unreadable('a driver without a time', generalReply(header, serial))
        : { kind: 'packet', fixes: [readDriver(body, session)], reply }
    case MessageId.forwarded:
      return body.length < 4
        ? unsupported(id, reply)
        : { kind: 'commandReply', text: gbkOf(body.subarray(4, 4 + body.readUInt32BE(0))), reply }
    case MessageId.textReport:
      return { kind: 'commandReply', text: gbkOf(body.subarray(1)), reply }
    case MessageId.textReply:
      return {
        kind: 'commandReply',
        text: utf16Of(body.subarray(2)),
        reply,
        ...(body.length >= 2 && { serial: body.readUInt16BE(0) }),
      }
    default:
      return unsupported(id, reply)
  }
}

const unsupported = (id: number, reply: Buffer): Decoded => ({ kind: 'unsupported', messageType: nameOf(id), reply })
const nameOf = (id: number) => `0x${id.toString(16).padStart(4, '0')}`

/** Reads all locations of a batch. If one cannot be read, none is returned, because a batch is acknowledged as a whole. */
function packetOf(bodies: readonly Buffer[], header: Header, session: SessionState, reply: Buffer, isStored = false): Decoded {
  const fixes: Fix[] = []
  const information: DeviceInformation = {}
  for (const body of bodies) {
    const located = readLocation(body, session)
    if (typeof located === 'string') return unreadable(located, generalReply(header, session.serial ?? 0))
    if (isStored) located.fix.attributes!.buffered = true
    fixes.push(located.fix)
    Object.assign(information, located.information)
  }
  return { kind: 'packet', fixes, reply, ...(Object.keys(information).length > 0 && { information }) }
}

/** Splits a batch into locations, up to the end. Each has a length of 2 bytes (or 1) and a location. */
function splitBatch(bytes: Buffer, lengthBytes: 1 | 2): Buffer[] | undefined {
  const bodies: Buffer[] = []
  for (let at = 0; at < bytes.length;) {
    if (at + lengthBytes > bytes.length) return undefined
    const start = at + lengthBytes
    const end = start + bytes.readUIntBE(at, lengthBytes)
    if (end > bytes.length || end === start) return undefined
    bodies.push(bytes.subarray(start, end))
    at = end
  }
  return bodies
}

const RESULTS = ['carried out', 'failed', 'message not understood', 'not supported'] as const

/** Reads 0x0001. Fields with their length in bytes: answered serial number 2 · answered message id 2 · result 1. */
function readTerminalReply(body: Buffer): Decoded {
  if (body.length < 5) return { kind: 'heartbeat' }
  const result = body[4]!
  const text = RESULTS[result] ?? `result ${result}`
  return { kind: 'commandReply', text, serial: body.readUInt16BE(0), ...(result !== 0 && { isRefusal: true }) }
}

/** Reads 0x0201. Fields with their length in bytes: answered serial number 2 · location. */
function readLocationAnswer(header: Header, body: Buffer, session: SessionState, reply: Buffer): Decoded {
  const located = readLocation(body.subarray(2), session)
  if (typeof located === 'string') return unreadable(located, generalReply(header, session.serial ?? 0))
  const { latitude = 0, longitude = 0 } = located.fix
  const text = `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`
  return { kind: 'commandReply', text, serial: body.readUInt16BE(0), fixes: [located.fix], reply }
}

/** Reads the fields that portable trackers add to a heartbeat. Their length in bytes: battery 1 (%) · signal 1 · status 1. */
function readHeartbeat(body: Buffer, now: number): Fix {
  const fix = telemetryAt(now)
  if (body[0]! <= 100) fix.batteryPercent = body[0]!
  fix.attributes = { gsmSignalCode: body[1]!, stateCode: body[2]! }
  return fix
}

/** Reads 0x0210 of 7 bytes. Fields with their length in bytes: battery 1 (%) · time 6. */
function readBattery(body: Buffer, session: SessionState): Fix {
  const fix = momentOf(readTime(body, 1, session), session.now)
  if (body[0]! <= 100) fix.batteryPercent = body[0]!
  return fix
}

/**
 * Reads 0x0702. Fields with their length in bytes: action 1 (1 for card in, 2 for card out) · time 6 · result 1 · length of
 * the name 1 · name · certificate 20 · …
 */
function readDriver(body: Buffer, session: SessionState): Fix {
  const fix = momentOf(readTime(body, 1, session), session.now)
  fix.attributes = { ...fix.attributes, cardStatus: body[0]!, cardResult: body[7]! }
  const length = body[8] ?? 0
  const name = gbkOf(body.subarray(9, 9 + length))
  const certificate = gbkOf(body.subarray(9 + length, 29 + length))
  if (name !== '') fix.attributes.driverName = name
  if (!isNoKey(certificate)) fix.attributes.driverId = certificate
  return fix
}

const momentOf = (deviceTime: number | undefined, now: number) =>
  judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now)

const utf16Of = (bytes: Buffer) =>
  Buffer.from(bytes.subarray(0, bytes.length & ~1))
    .swap16()
    .toString('utf16le')
    .replace(/\0/g, '')
    .trim()
