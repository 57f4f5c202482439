import type { Fix } from '@roadbook/contracts'
import type { DecodeError, Decoded, SessionState } from '../protocol.js'
import { hasRightCrc } from './frame.js'
import type { IoShape } from './layout.js'
import {
  ACCEPT_LOGIN,
  CRC_BYTES,
  Codec,
  FIRST_RECORD_OFFSET,
  HEAD_BYTES,
  IO_SHAPES,
  KEEP_ALIVE,
  LOGIN_HEAD_BYTES,
  MessageType,
  PADDED_CODEC_8,
  REFUSE_LOGIN,
  isDataCodec,
  isMessageCodec,
} from './layout.js'
import { readMessage } from './read-message.js'
import { readRecords } from './read-records.js'
import { FixCollector } from './fix-collector.js'

/** What a frame of {@link frame} means. */
export function decode(frame: Buffer, session: SessionState): Decoded {
  if (frame[0] === KEEP_ALIVE) return { kind: 'heartbeat' }
  if (frame[1] !== 0) return decodeLogin(frame)
  if (!hasRightCrc(frame)) return { kind: 'decodeError', cause: 'checksum', reason: 'wrong CRC' }
  const codec = frame[HEAD_BYTES]!
  if (isDataCodec(codec)) return decodePacket(frame, IO_SHAPES[codec], session)
  if (isMessageCodec(codec)) return decodeMessage(frame)
  return unreadable(`unknown codec ${codec}`)
}

/** The number of records that were stored, which makes the device delete them; any other number makes it send them again. */
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

/** Data field of an AVL packet: codec 1 · quantity 1 · records · the same quantity 1. */
function decodePacket(frame: Buffer, shape: IoShape, session: SessionState): Decoded {
  const quantity = frame[FIRST_RECORD_OFFSET - 1]!
  const end = frame.length - CRC_BYTES - 1
  const reply = acknowledge(quantity)
  if (frame[end] !== quantity) return unreadable(`${quantity} records at the start, ${frame[end]} at the end`, reply)
  const fixes = readFixes(frame, FIRST_RECORD_OFFSET, end, quantity, shape, session)
  return typeof fixes === 'string' ? unreadable(fixes, reply) : { kind: 'packet', fixes, reply }
}

/** The records between two offsets, or why they cannot be read. */
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
  const padded = read(PADDED_CODEC_8)
  return typeof padded === 'string' ? fixes : padded
}

function decodeMessage(frame: Buffer): Decoded {
  const message = readMessage(frame)
  if (typeof message === 'string') return unreadable(message)
  const isRefusal = message.type === MessageType.refusal
  const isReply = message.sentAtS === undefined && (message.type === MessageType.response || isRefusal)
  if (!isReply) return { kind: 'unsupported', messageType: `codec${message.codec}/${message.type}` }
  const reply: Decoded = { kind: 'commandReply', text: message.text }
  if (message.id !== undefined) reply.identity = message.id.slice(1)
  if (isRefusal) reply.isRefusal = true
  return reply
}

export function unreadable(reason: string, replyWhenRejected?: Buffer): DecodeError {
  return { kind: 'decodeError', cause: 'content', reason, ...(replyWhenRejected && { replyWhenRejected }) }
}
