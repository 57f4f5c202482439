import { crc16Modbus, xorChecksum } from '@roadbook/bytes'
import { cutAt, leadingBlanks } from '../common/marked-frames.js'
import { hexOf } from '../common/plain-number.js'
import type { Cut } from '../protocol.js'

export const MAX_FRAME_BYTES = 1024
const START = '$$'
const DECIMAL_DIGITS = 4
/** An answer to the newer ones is the shortest message. */
export const SHORTEST = 14
const SNIFFED = 20

/** AT07, AT09: four decimal digits of length, the first of them 0, and two of type. AVL: two hexadecimal digits of length. Then the name. */
const NEWER = /^\$\$0\d{3}[\dA-F]{2}\d+(\||$)/i
const OLDER = /^\$\$[1-9A-F][\dA-F]\d{5,}(\||$)/i
/** What these digits may still become. */
const NEWER_BEGUN = /^\$?\$?$|^\$\$0(\d{0,3}|\d{3}[\dA-F]{0,2}|\d{3}[\dA-F]{2}\d*)$/i
const OLDER_BEGUN = /^\$\$[1-9A-F]([\dA-F]\d*)?$/i

/** The bar behind the name, or nothing else but digits as far as a name reaches. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  const text = head.toString('latin1', 0, SNIFFED)
  const isDecided = text.length === SNIFFED || text.includes('|')
  if (isDecided) return NEWER.test(text) || OLDER.test(text) ? 'yes' : 'no'
  return NEWER_BEGUN.test(text) || OLDER_BEGUN.test(text) ? 'more' : 'no'
}

/** As long as it says. What was cut short before another start is given up alone, as is what begins with none. */
export function frame(buffer: Buffer): Cut {
  const start = leadingBlanks(buffer)
  if (start > MAX_FRAME_BYTES / 2) return cutAt(buffer, start)
  const length = lengthOf(buffer, start)
  if (length === 'more') return 'more'
  const end = start + (length ?? 0)
  // A length that counts too much (an E2 of 70 bytes says 494) does not wait for what will not come once the next one is there.
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

/** Digits of the checksum at the end: an exclusive or of everything before it, or CRC-16/MODBUS. */
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

/** Of the older ones this confirms whatever came last, of the newer ones the message with this number. */
export const OLDER_REPLY = Buffer.from('ACK OK\r\n', 'latin1')
export function acknowledge(serial: string): Buffer {
  const reply = Buffer.from(`$$0014AA${serial}00`, 'latin1')
  reply.write(checksumOf(reply), reply.length - 2, 'latin1')
  return reply
}
