import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import { telemetryAt } from '../common/judge-fix.js'
import { leadingBlanks } from '../common/marked-frames.js'
import { note } from '../common/note.js'
import type { Decoded, SessionMemory, SessionState } from '../protocol.js'
import { iccidOf } from './extras.js'
import { BINARY_SHORT, DOLLAR, HASH, LONGEST_ID, MILEAGE, STAR, USUAL_MAKER, idBytesOf } from './layout.js'
import type { Message } from './message.js'
import { readBinary } from './read-binary.js'
import { readBatch, readHeartbeat, readLink, readNeighbours, readShortTowers, readTowers } from './read-message.js'
import { findPosition, readPosition } from './read-text.js'
import { confirm, confirmBinary, echo } from './replies.js'
import { readConfirmation } from './confirmation.js'

export function decode(bytes: Buffer, session: SessionState): Decoded {
  const start = leadingBlanks(bytes)
  if (start === bytes.length) return { kind: 'heartbeat' }
  const frame = start === 0 ? bytes : bytes.subarray(start)
  if (frame[0] === STAR && frame.at(-1) === HASH) return decodeText(frame, session)
  if (frame[0] === DOLLAR && frame.length >= BINARY_SHORT) return decodeBinary(frame, session)
  if (frame[0] === MILEAGE && frame.length === BINARY_SHORT) return { kind: 'unsupported', messageType: 'X' }
  return damaged('bytes that belong to no frame')
}

function decodeBinary(frame: Buffer, session: SessionState): Decoded {
  const idBytes = idBytesOf(frame)
  if (idBytes === 0 || frame.length < BINARY_SHORT - 5 + idBytes) return damaged('a binary frame without an id and a time')
  const report = readBinary(frame, idBytes, session.now, session.utcOffsetMinutes ?? 0)
  if (!report) return damaged('a binary frame whose coordinates are no decimal digits')
  const { id: identity, fix } = report
  const maker = makerIn(session.memory)
  return { kind: 'packet', identity, fixes: [fix], reply: confirmBinary(maker, identity, session.now) }
}

const makerIn = (memory: SessionMemory | undefined): string => String(memory?.maker ?? USUAL_MAKER)

/**
 * Decodes a text frame. If a complete frame cannot be read, it is not requested again: the protocol has no checksum, so
 * nothing shows that the frame was damaged on the way.
 */
function decodeText(frame: Buffer, session: SessionState): Decoded {
  const fields = frame.toString('latin1', 1, frame.length - 1).split(',')
  const [maker = '', id = '', command = ''] = fields
  if (maker.length !== 2 || command === '') return damaged('a text frame without a maker, an id and a command')
  if (!isIdentity(id)) return unreadable(`an id of 1 to ${LONGEST_ID} letters or digits is expected`)
  const decoded = decodeMessage({ maker, id, fields, session }, command)
  if (decoded.kind === 'decodeError' || id === '') return decoded
  decoded.identity = id
  if (maker !== makerIn(session.memory)) decoded.remember = { maker }
  return decoded
}

/** Checks an id. It may be empty if the tracker has already identified itself on this connection. */
function isIdentity(id: string): boolean {
  if (id.length > LONGEST_ID) return false
  for (let at = 0; at < id.length; at++) {
    const code = id.charCodeAt(at)
    if (!((code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a))) return false
  }
  return true
}

function decodeMessage(message: Message, command: string): Decoded {
  const { maker, id, fields, session } = message
  const { now, utcOffsetMinutes = 0 } = session
  switch (command) {
    case 'V0': {
      const reply = echo(maker, id, command)
      return id === '' ? { kind: 'heartbeat', reply } : { kind: 'login', identity: id, reply }
    }
    case 'HTBT': {
      const fix = readHeartbeat(fields, now)
      return { kind: 'heartbeat', reply: echo(maker, id, command), ...(fix && { fixes: [fix] }) }
    }
    case 'XT':
      return { kind: 'heartbeat' }
    case 'LINK':
      return { kind: 'heartbeat', fixes: [readLink(fields, now, utcOffsetMinutes)] }
    case 'NBR':
      return packetOf(readNeighbours(fields, now, utcOffsetMinutes), command, confirm(maker, id, command, now))
    case 'V3':
      return packetOf(readTowers(fields, now, utcOffsetMinutes), command)
    case 'BC':
      return packetOf(readBatch(fields.slice(3).join(','), now, utcOffsetMinutes), command)
    case 'SMS':
      return readTextMessage(message)
    case 'V4':
      return readConfirmation(message)
    case 'VP1':
      if (fields[3] === 'V') return packetOf(readShortTowers(fields, now), command)
      return readReport(message, command)
    default:
      return readReport(message, command)
  }
}

/** Reads `V1` and its many variants. All of them are reports with a position. */
function readReport({ maker, id, fields, session }: Message, command: string): Decoded {
  const { now, utcOffsetMinutes = 0 } = session
  const reply = command === 'V1' ? confirm(maker, id, command, now) : undefined
  const place = findPosition(fields, 3)
  if (!place && command !== 'V1') {
    const alarm = command === 'ALRM' ? telemetryAt(now) : undefined
    if (alarm) note(alarm, 'alarm', fields.slice(3).join(','))
    return alarm ? { kind: 'packet', fixes: [alarm] } : { kind: 'unsupported', messageType: command }
  }
  const fix = place && readPosition(fields, place, now, utcOffsetMinutes)
  if (!fix) return unreadable('the coordinates cannot be read', reply)
  const iccid = iccidOf(fields, place.fixLetter + 8)
  return { kind: 'packet', fixes: [fix], ...(reply && { reply }), ...(iccid !== undefined && { information: { iccid } }) }
}

/** Reads the reply to a command that was sent as text. The reply is the text that the device would send as an SMS. */
function readTextMessage({ fields, session }: Message): Decoded {
  const text = fields.slice(3).join(',')
  const fix = telemetryAt(session.now)
  note(fix, 'result', text)
  return { kind: 'commandReply', text, fixes: [fix] }
}

function packetOf(read: Fix | Fix[] | undefined, command: string, reply?: Buffer): Decoded {
  if (!read) return unreadable(`a ${command} whose fields cannot be read`, reply)
  return { kind: 'packet', fixes: Array.isArray(read) ? read : [read], ...(reply && { reply }) }
}
