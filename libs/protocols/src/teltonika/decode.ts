import type { Fix } from '@roadbook/contracts'
import { damaged, unreadable } from '../common/errors.js'
import { judgeFix } from '../common/judge-fix.js'
import type { DecodeError, Decoded, SessionState } from '../protocol.js'
import { hasRightCrc } from './frame.js'
import type { DataCodec, IoShape } from './layout.js'
import {
  ACCEPT_LOGIN,
  CRC_BYTES,
  Codec,
  FIRST_RECORD_OFFSET,
  HEAD_BYTES,
  IO_SHAPES,
  KEEP_ALIVE,
  LOGIN_HEAD_BYTES,
  LONG_CODEC_8,
  MessageType,
  REFUSE_LOGIN,
  isDataCodec,
  isMessageCodec,
} from './layout.js'
import { type TextMessage, readMessage } from './read-message.js'
import { readGhRecords } from './read-gh-records.js'
import { readRecords } from './read-records.js'
import { FixCollector } from './fix-collector.js'

/** Decodes a frame that {@link frame} has returned. */
export function decode(frame: Buffer, session: SessionState): Decoded {
  if (frame[0] === KEEP_ALIVE) return { kind: 'heartbeat' }
  if (frame[1] !== 0) return decodeLogin(frame)
  const codec = frame[HEAD_BYTES]!
  if (!hasRightCrc(frame)) return wrongCrc(frame, codec)
  if (isDataCodec(codec) || codec === Codec.codec7) return decodePacket(frame, codec, session)
  if (isMessageCodec(codec)) return decodeMessage(frame, session)
  return unreadable(`unknown codec ${codec}`)
}

/**
 * Encodes the number of stored records. The device then deletes the records. If the number is wrong, the device sends the
 * records again.
 */
export function acknowledge(records: number): Buffer {
  const reply = Buffer.allocUnsafe(4)
  reply.writeUInt32BE(records, 0)
  return reply
}

function decodeLogin(frame: Buffer): Decoded {
  return {
    kind: 'login',
    identity: frame.toString('latin1', LOGIN_HEAD_BYTES),
    reply: Buffer.from([ACCEPT_LOGIN]),
    refuse: Buffer.from([REFUSE_LOGIN]),
  }
}

/**
 * Decodes the data field of an AVL packet. Fields with their length in bytes: codec 1 · quantity 1 · records · the same
 * quantity 1.
 */
function decodePacket(frame: Buffer, codec: DataCodec | typeof Codec.codec7, session: SessionState): Decoded {
  const quantity = frame[FIRST_RECORD_OFFSET - 1]!
  const end = frame.length - CRC_BYTES - 1
  const reply = acknowledge(quantity)
  if (frame[end] !== quantity) return unreadable(`${quantity} records at the start, ${frame[end]} at the end`, reply)
  const fixes =
    codec === Codec.codec7
      ? readGhRecords(frame, FIRST_RECORD_OFFSET, end, quantity, session.now)
      : readFixes(frame, FIRST_RECORD_OFFSET, end, quantity, IO_SHAPES[codec], session)
  return typeof fixes === 'string' ? unreadable(fixes, reply) : { kind: 'packet', fixes, reply }
}

/** Reads the records between two offsets. Returns the reason if they cannot be read. */
export function readFixes(
  bytes: Buffer,
  start: number,
  end: number,
  quantity: number,
  shape: IoShape,
  session: SessionState,
): Fix[] | string {
  const read = (as: IoShape): Fix[] | string => {
    const collector = new FixCollector(bytes, session.now)
    return readRecords(bytes, start, end, quantity, as, collector) ?? collector.fixes
  }
  const fixes = read(shape)
  if (typeof fixes !== 'string' || shape !== IO_SHAPES[Codec.codec8]) return fixes
  const long = read(LONG_CODEC_8)
  return typeof long === 'string' ? fixes : long
}

function decodeMessage(frame: Buffer, session: SessionState): Decoded {
  const message = readMessage(frame)
  if (typeof message === 'string') return unreadable(message)
  const isRefusal = message.type === MessageType.refusal
  if (message.sentAtS !== undefined && message.type === MessageType.response) return decodeForwarded(message, session)
  const isReply = message.sentAtS === undefined && (message.type === MessageType.response || isRefusal)
  if (!isReply) return { kind: 'unsupported', messageType: `codec${message.codec}/${message.type}` }
  const reply: Decoded = { kind: 'commandReply', text: message.text }
  if (message.id !== undefined) reply.identity = message.id.slice(1)
  if (isRefusal) reply.isRefusal = true
  return reply
}

/**
 * Decodes codec 13: data from the serial port, with their time. A card reader on this port identifies the driver:
 * `$GTSL|6|1|0|<card>|1|`. Zeros instead of a card mean that there is no driver.
 */
function decodeForwarded(message: TextMessage, session: SessionState): Decoded {
  const fix = judgeFix(
    { deviceTime: message.sentAtS! * 1000, hasFix: false, latitude: undefined, longitude: undefined },
    session.now,
  )
  const driver = /^\$?GTSL\|(?:[^|]*\|){3}(?!0+\|)([^|]+)\|/.exec(message.text)?.[1]
  fix.attributes = { ...fix.attributes, serialData: message.text, ...(driver !== undefined && { driverId: driver }) }
  return { kind: 'packet', fixes: [fix] }
}

/**
 * Returns the error for a wrong CRC. It contains a reply for the case that the device itself computes a wrong CRC: such a
 * device drops the packet only after an acknowledgement with the declared count.
 */
function wrongCrc(frame: Buffer, codec: number): DecodeError {
  const error = damaged('wrong CRC')
  return isDataCodec(codec) ? { ...error, replyWhenStuck: acknowledge(frame[FIRST_RECORD_OFFSET - 1]!) } : error
}
