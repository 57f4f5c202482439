import { crc16Modbus, xorChecksum } from '@roadbook/bytes'
import { cutAt, leadingBlanks } from '../common/marked-frames.js'
import { hexOf } from '../common/plain-number.js'
import type { Cut } from '../protocol.js'

export const MAX_FRAME_BYTES = 1024
const START = '$$'
const DECIMAL_DIGITS = 4
/** Number of bytes of the shortest message, which is a reply of a newer model. */
export const SHORTEST = 14
const SNIFFED = 20

/**
 * AT07 and AT09 send a length of four decimal digits (the first is 0) and two digits of the message's type. AVL sends a
 * length of two hexadecimal digits. In both forms the identifier follows.
 */
const NEWER = /^\$\$0\d{3}[\dA-F]{2}\d+(\||$)/i
const OLDER = /^\$\$[1-9A-F][\dA-F]\d{5,}(\||$)/i
/** Incomplete beginnings of the two forms above. */
const NEWER_BEGUN = /^\$?\$?$|^\$\$0(\d{0,3}|\d{3}[\dA-F]{0,2}|\d{3}[\dA-F]{2}\d*)$/i
const OLDER_BEGUN = /^\$\$[1-9A-F]([\dA-F]\d*)?$/i

/**
 * Recognises the start of a message. The identifier consists of digits and ends with a bar. If only digits of the identifier
 * have arrived so far, they are enough.
 */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  const text = head.toString('latin1', 0, SNIFFED)
  const isDecided = text.length === SNIFFED || text.includes('|')
  if (isDecided) return NEWER.test(text) || OLDER.test(text) ? 'yes' : 'no'
  return NEWER_BEGUN.test(text) || OLDER_BEGUN.test(text) ? 'more' : 'no'
}

/**
 * Separates a message by its length. If a message is truncated and another message begins, the truncated message becomes a
 * frame of its own. Bytes that are not a message become a frame, too.
 */
export function frame(buffer: Buffer): Cut {
  const start = leadingBlanks(buffer)
  if (start > MAX_FRAME_BYTES / 2) return cutAt(buffer, start)
  const length = lengthOf(buffer, start)
  if (length === 'more') return 'more'
  const end = start + (length ?? 0)
  // The declared length may be too large (an E2 of 70 bytes declares 494). If the next message has begun, the current one
  // is complete.
  const next = buffer.indexOf(START, start + 1, 'latin1')
  if (length !== undefined && buffer.length < end && next < 0)
    return buffer.length < MAX_FRAME_BYTES ? 'more' : cutAt(buffer, MAX_FRAME_BYTES)
  if (length === undefined) return cutAt(buffer, next < 0 ? buffer.length : next)
  return cutAt(buffer, next > start && next < end ? next : end)
}

function lengthOf(bytes: Buffer, start: number): number | 'more' | undefined {
  const head = bytes.toString('latin1', start, start + START.length + DECIMAL_DIGITS)
  if (!head.startsWith(START)) return START.startsWith(head) ? 'more' : undefined
  const digits = isNewer(bytes, start) ? DECIMAL_DIGITS : DECIMAL_DIGITS / 2
  const text = head.slice(START.length, START.length + digits)
  if (!(digits === DECIMAL_DIGITS ? /^\d*$/ : /^[\dA-Fa-f]*$/).test(text)) return undefined
  if (text.length < digits) return 'more'
  const length = parseInt(text, digits === DECIMAL_DIGITS ? 10 : 16)
  return length >= SHORTEST && length <= MAX_FRAME_BYTES / 2 ? length : undefined
}

export const isNewer = (bytes: Buffer, start = 0): boolean => bytes[start + START.length] === 0x30

/**
 * Number of checksum digits at the end of a message. Newer models send an exclusive or of everything before it (two digits),
 * older ones a CRC-16/MODBUS (four digits).
 */
export const checksumDigits = (bytes: Buffer, start = 0): number => (isNewer(bytes, start) ? 2 : 4)

export const checksumOf = (bytes: Buffer, start = 0): string =>
  sumOf(bytes, start).toString(16).toUpperCase().padStart(checksumDigits(bytes, start), '0')

function sumOf(bytes: Buffer, start: number): number {
  const end = bytes.length - checksumDigits(bytes, start)
  return isNewer(bytes, start) ? xorChecksum(bytes, start, end) : crc16Modbus(bytes, start, end)
}

export const hasRightChecksum = (bytes: Buffer, start = 0): boolean =>
  bytes.length - start >= SHORTEST &&
  hexOf(bytes.toString('latin1', bytes.length - checksumDigits(bytes, start))) === sumOf(bytes, start)

/**
 * Acknowledgement of the last message for older models. For newer models, {@link acknowledge} acknowledges the message with
 * a given number.
 */
export const OLDER_REPLY = Buffer.from('ACK OK\r\n', 'latin1')
export function acknowledge(serial: string): Buffer {
  const reply = Buffer.from(`$$0014AA${serial}00`, 'latin1')
  reply.write(checksumOf(reply), reply.length - 2, 'latin1')
  return reply
}
