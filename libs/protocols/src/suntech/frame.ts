import { cutAt } from '../common/marked-frames.js'
import { hexOf } from '../common/plain-number.js'
import type { Cut } from '../protocol.js'
import { COMPACT, isBinaryHead } from './sniff.js'
import { Bit, fieldsUpTo } from './universal-report.js'

export const LONGEST_FRAME = 4096
const CR = 0x0d
const LF = 0x0a
/** Number of bytes of a binary report's type and length. */
const BINARY_HEAD_BYTES = 3
export const SEMICOLON = 0x3b
/** Offset of the type in a text report, for example `ST300UEX;`. */
const TYPE_AT = 5

/**
 * Separates a text report (it ends with CR), a binary report (by its length), or a run of line ends. Serial data inside a
 * text report may contain CR, so they are skipped by their length.
 */
export function frame(buffer: Buffer): Cut {
  if (buffer.length === 0) return 'more'
  if (isSpacing(buffer[0]!)) return cutAt(buffer, spacingRun(buffer))
  if (buffer[0]! >= 0x80) return cutBinary(buffer)
  if (buffer[0] === COMPACT) return cutCompact(buffer)
  const within = serialDataEnd(buffer)
  if (within === 'more') return buffer.length < LONGEST_FRAME ? 'more' : cutAt(buffer, LONGEST_FRAME)
  const end = buffer.indexOf(CR, within) + 1
  if (end > 0 && end <= LONGEST_FRAME) return cutAt(buffer, end)
  return buffer.length < LONGEST_FRAME ? 'more' : cutAt(buffer, LONGEST_FRAME)
}

function cutBinary(buffer: Buffer): Cut {
  if (buffer.length < BINARY_HEAD_BYTES)
    return isBinaryHead(buffer) || buffer.length === 1 ? 'more' : cutAt(buffer, buffer.length)
  if (!isBinaryHead(buffer)) return cutAt(buffer, skipEnd(buffer))
  const end = BINARY_HEAD_BYTES + buffer.readUInt16BE(1)
  if (end > LONGEST_FRAME) return cutAt(buffer, skipEnd(buffer))
  return buffer.length < end ? 'more' : cutAt(buffer, end)
}

/** Separates a compact report: 0x02, a length of 2 bytes, that many bytes, and an end byte. */
function cutCompact(buffer: Buffer): Cut {
  if (buffer.length < BINARY_HEAD_BYTES) return buffer.length === 2 && buffer[1] !== 0 ? cutAt(buffer, skipEnd(buffer)) : 'more'
  const end = BINARY_HEAD_BYTES + buffer.readUInt16BE(1) + 1
  if (buffer[1] !== 0) return cutAt(buffer, skipEnd(buffer))
  return buffer.length < end ? 'more' : cutAt(buffer, end)
}

/** Skips unknown bytes up to the next line end. */
function skipEnd(buffer: Buffer): number {
  const end = buffer.subarray(0, LONGEST_FRAME).indexOf(CR) + 1
  return end > 0 ? end : Math.min(buffer.length, LONGEST_FRAME)
}

/** Returns the index after the serial data of a UEX report, found by their length. Returns 0 for any other report. */
function serialDataEnd(buffer: Buffer): number | 'more' {
  if (!isType(buffer, TYPE_AT) && !isType(buffer, 0)) return 0
  const data = findSerialData(buffer)
  if (data === undefined) return buffer.includes(CR) ? 0 : 'more'
  // The length is accepted only if a semicolon follows the data.
  if (buffer.length <= data.end) return 'more'
  return buffer[data.end] === SEMICOLON ? data.end : 0
}

const isType = (buffer: Buffer, at: number): boolean => buffer.toString('latin1', at, at + 4) === 'UEX;'

/** Finds the serial data. Their length is the field after the inputs and outputs. */
export function findSerialData(buffer: Buffer): { start: number; end: number } | undefined {
  let at = 0
  for (let field = fieldsBeforeSerialData(buffer); field > 0; field--) {
    at = buffer.indexOf(SEMICOLON, at) + 1
    if (at === 0) return undefined
  }
  const end = buffer.indexOf(SEMICOLON, at)
  const text = end < 0 ? '' : buffer.toString('latin1', at, end)
  return /^\d{1,3}$/.test(text) ? { start: end + 1, end: end + 1 + Number(text) } : undefined
}

/**
 * Returns the number of fields before the length of the serial data. ST600 has four more than other series. In the universal
 * format the number depends on the mask.
 */
function fieldsBeforeSerialData(buffer: Buffer): number {
  if (!isType(buffer, 0)) return buffer.toString('latin1', 0, TYPE_AT) === 'ST600' ? 20 : 16
  const mask = hexOf(buffer.toString('latin1', 0, LONGEST_MASK_END).split(';')[2])
  return UNIVERSAL_HEAD_FIELDS + fieldsUpTo(Bit.outputs, mask ?? 0)
}

/** Number of characters of `UEX;`, an identity of 20 characters, a mask of 8 digits, and their separators. */
const LONGEST_MASK_END = 34
/** Number of these fields: type, identity, mask. */
const UNIVERSAL_HEAD_FIELDS = 3

export const isSpacing = (byte: number): boolean => byte === CR || byte === LF

function spacingRun(buffer: Buffer): number {
  let end = 1
  while (end < buffer.length && end < LONGEST_FRAME && isSpacing(buffer[end]!)) end++
  return end
}
