import { cutAt } from '../common/marked-frames.js'
import { hexOf } from '../common/plain-number.js'
import type { Cut } from '../protocol.js'

/** Maximum number of characters before the content: `$`, `$`, flag, at most four digits of length, comma. */
const LONGEST_HEAD = 8
const LARGEST_LENGTH = 9999
export const LONGEST_FRAME = LONGEST_HEAD + LARGEST_LENGTH
/** Number of characters of the shortest content: comma, a serial number, comma, three letters, `*`, two digits, CR, LF. */
const SMALLEST_LENGTH = 10
const DOLLAR = 0x24
const COMMA = 0x2c
const STAR = 0x2a
/** Characters of the end: `*`, two digits, CR, LF. */
export const END_BYTES = 5

/**
 * Separates a frame by its length, which includes everything from the first comma to CR LF. The content may be binary, so
 * only the length shows where the frame ends. Other bytes up to the next `$$` become a frame of their own.
 */
export function frame(buffer: Buffer): Cut {
  if (buffer.length === 0) return 'more'
  if (buffer[0] !== DOLLAR || (buffer.length > 1 && buffer[1] !== DOLLAR)) return skip(buffer)
  const head = readHead(buffer)
  if (head === 'more' || head === undefined) return head ?? skip(buffer)
  const end = head.comma + head.length
  // Some firmware declares one or two bytes more than it sends.
  for (const early of [end - 2, end - 1])
    if (endsAt(buffer, early) && hasRightChecksum(buffer.subarray(0, early))) return cutAt(buffer, early)
  if (buffer.length < end) return 'more'
  return endsAt(buffer, end) ? cutAt(buffer, end) : skip(buffer)
}

interface Head {
  /** Index of the first comma. */
  comma: number
  length: number
}

function readHead(buffer: Buffer): Head | 'more' | undefined {
  const flag = buffer[2]
  if (flag === undefined) return 'more'
  if (!isFlag(flag)) return undefined
  let length = 0
  for (let at = 3; at < LONGEST_HEAD; at++) {
    const byte = buffer[at]
    if (byte === undefined) return 'more'
    if (byte === COMMA && at > 3) return length >= SMALLEST_LENGTH ? { comma: at, length } : undefined
    if (byte < 0x30 || byte > 0x39) return undefined
    length = length * 10 + byte - 0x30
  }
  return undefined
}

/**
 * Returns true for a flag, which is a character from `A` to `z`. The sender uses the next character for each message, and a
 * reply repeats the flag.
 */
export const isFlag = (byte: number): boolean => byte >= 0x41 && byte <= 0x7a

const endsAt = (buffer: Buffer, end: number): boolean =>
  end >= END_BYTES &&
  buffer.length >= end &&
  buffer[end - 2] === 0x0d &&
  buffer[end - 1] === 0x0a &&
  buffer[end - END_BYTES] === STAR

/**
 * Checks two hexadecimal digits, capital or small. The checksum is the sum of all bytes up to and including `*`, modulo 256.
 */
export function hasRightChecksum(frame: Buffer): boolean {
  const star = frame.length - END_BYTES
  if (star < 0 || frame[star] !== STAR) return false
  return hexOf(frame.toString('latin1', star + 1, star + 3)) === checksumOf(frame, star + 1)
}

export const printChecksum = (sum: number): string => sum.toString(16).toUpperCase().padStart(2, '0')

export function checksumOf(bytes: Uint8Array, end = bytes.length): number {
  let sum = 0
  for (let at = 0; at < end; at++) sum += bytes[at]!
  return sum & 0xff
}

/**
 * Separates everything up to the next `$$`. A single `$` at the end of the buffer may be the start of `$$`, so it is not
 * included.
 */
function skip(buffer: Buffer): Cut {
  const limit = Math.min(buffer.length, LONGEST_FRAME)
  for (let at = buffer.indexOf(DOLLAR, 1); at > 0 && at < limit; at = buffer.indexOf(DOLLAR, at + 1))
    if (at + 1 === buffer.length || buffer[at + 1] === DOLLAR) return cutAt(buffer, at)
  return cutAt(buffer, limit)
}
