import { ByteReader } from '@roadbook/bytes'
import { damaged, unreadable } from '../common/errors.js'
import { positionInWords } from '../common/position-in-words.js'
import type { Decoded, SessionState } from '../protocol.js'
import { HEAD_BYTES, PackageId, isPackage, writePackage } from './frame.js'
import { readHeartbeat, readReport, textOf } from './reports.js'

/** Decodes a package. A reply in either direction repeats the package id and sequence of the request. */
export function decode(bytes: Buffer, session: SessionState): Decoded {
  if (!isPackage(bytes)) return damaged('bytes between packages')
  const id = bytes[2]!
  const sequence = bytes.readUInt16BE(HEAD_BYTES)
  const reader = new ByteReader(bytes, HEAD_BYTES + 2, bytes.length)
  if (id === PackageId.login) return decodeLogin(bytes.subarray(HEAD_BYTES + 2), sequence, session.now)
  if (id === PackageId.instruction) return decodeAnswer(bytes.subarray(HEAD_BYTES + 2), session.now)
  const reply = isAnswered(id) ? { reply: writePackage(id, sequence) } : {}
  const isHeartbeat = id === PackageId.heartbeat
  if (isHeartbeat && reader.remaining < 2) return { kind: 'heartbeat', ...reply }
  const fix = isHeartbeat ? readHeartbeat(reader, session.now) : readReport(id, reader, session.now)
  if (fix === undefined) return { kind: 'unsupported', messageType: `0x${id.toString(16).padStart(2, '0')}`, ...reply }
  if (reader.overrun) return unreadable('cut short', reply.reply)
  return { kind: isHeartbeat ? 'heartbeat' : 'packet', fixes: [fix], ...reply }
}

/**
 * Returns true for packages that get a reply. Two types of package get no reply: the location of the first edition, and a
 * tracker's reply to the server.
 */
const isAnswered = (id: number) => id !== PackageId.oldLocation && id < PackageId.instruction

const PROTOCOL_VERSION = 1
const NO_ACTION = 0

/**
 * Decodes a login. Fields with their length in bytes: IMEI 8 (BCD, one leading 0) · [language 1 · time zone 1 · system 2 ·
 * application 2 · …]. Reply: time 4 · version 2 · action 1.
 */
function decodeLogin(content: Buffer, sequence: number, now: number): Decoded {
  const answer = Buffer.alloc(7)
  answer.writeUInt32BE(Math.floor(now / 1000) >>> 0, 0)
  answer.writeUInt16BE(PROTOCOL_VERSION, 4)
  answer[6] = NO_ACTION
  const reply = writePackage(PackageId.login, sequence, answer)
  if (content.length < 8) return unreadable('a login without an IMEI', reply)
  const firmware = content.length >= 14 ? { information: { firmware: versionOf(content.readUInt16BE(12)) } } : {}
  return { kind: 'login', identity: identityOf(content), ...firmware, reply }
}

/** Reads eight bytes of BCD with one leading zero. */
export const identityOf = (bytes: Buffer): string => bytes.toString('hex', 0, 8).replace(/^0/, '').replace(/f+$/, '')

/** Formats a version. Each hexadecimal digit is a number, for example 0x0201 is 2.0.1. */
const versionOf = (word: number) => word.toString(16).padStart(3, '0').split('').join('.')

const REFUSAL = /\b(fail|failed|failure|error|invalid|unsupported|illegal|denied)\b|not support/i

/** Decodes 0x80. Fields with their length in bytes: type 1 · number from the server's command 4 · text. */
function decodeAnswer(content: Buffer, now: number): Decoded {
  if (content.length < 5) return { kind: 'heartbeat' }
  const number = content.readUInt32BE(1)
  const text = textOf(content.subarray(5))
  const fix = positionInWords(POSITION.exec(text), now)
  return {
    kind: 'commandReply',
    text,
    ...(number >= 1 && number <= 0xffff && { serial: number }),
    ...(REFUSAL.test(text) && { isRefusal: true }),
    ...(fix && { fixes: [fix] }),
  }
}

/** Pattern of the reply to `WHERE#`. This reply is also a fix. */
const POSITION =
  /Lat:([NS])(\d{1,2}\.\d{1,8}).{0,40}?Lon:([EW])(\d{1,3}\.\d{1,8}).{0,40}?Course:(\d{1,3}(?:\.\d{1,4})?).{0,40}?Speed:(\d{1,4}(?:\.\d{1,4})?).{0,40}?Date ?Time:(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)/s
