import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import { isBinaryHead } from './sniff.js'

export const LONGEST_FRAME = 4096
const CR = 0x0d
const LF = 0x0a
/** Type and length of a binary report. */
const BINARY_HEAD_BYTES = 3
const SEMICOLON = 0x3b
/** `ST300UEX;`: where the type of a text report stands. */
const TYPE_AT = 5

/**
 * Cuts a text report, which CR ends, a binary one by its length, or a run of line ends. Serial data within a text report may hold
 * CR: it is counted.
 */
export function frame(buffer: Buffer): Cut {
  if (buffer.length === 0) return 'more'
  if (isSpacing(buffer[0]!)) return cutAt(buffer, spacingRun(buffer))
  if (buffer[0]! >= 0x80) return cutBinary(buffer)
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

/** What is neither: up to the next line end. */
function skipEnd(buffer: Buffer): number {
  const end = buffer.subarray(0, LONGEST_FRAME).indexOf(CR) + 1
  return end > 0 ? end : Math.min(buffer.length, LONGEST_FRAME)
}

/** Index behind the counted serial data of a UEX report, 0 in any other report. */
function serialDataEnd(buffer: Buffer): number | 'more' {
  if (buffer.toString('latin1', TYPE_AT, TYPE_AT + 4) !== 'UEX;') return 0
  const data = findSerialData(buffer)
  if (data === undefined) return buffer.includes(CR) ? 0 : 'more'
  // Only where a semicolon follows it is the count to be believed.
  if (buffer.length <= data.end) return 'more'
  return buffer[data.end] === SEMICOLON ? data.end : 0
}

/** The length of the serial data follows the inputs and outputs; ST600 has four fields more before it. */
export function findSerialData(buffer: Buffer): { start: number; end: number } | undefined {
  const isLong = buffer.toString('latin1', 0, TYPE_AT) === 'ST600'
  let at = 0
  for (let field = isLong ? 20 : 16; field > 0; field--) {
    at = buffer.indexOf(SEMICOLON, at) + 1
    if (at === 0) return undefined
  }
  const end = buffer.indexOf(SEMICOLON, at)
  const text = end < 0 ? '' : buffer.toString('latin1', at, end)
  return /^\d{1,3}$/.test(text) ? { start: end + 1, end: end + 1 + Number(text) } : undefined
}

export const isSpacing = (byte: number): boolean => byte === CR || byte === LF

function spacingRun(buffer: Buffer): number {
  let end = 1
  while (end < buffer.length && end < LONGEST_FRAME && isSpacing(buffer[end]!)) end++
  return end
}
