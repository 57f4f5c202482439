import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import { cutBinary } from './binary/frame.js'
import { STORED, cutPro, isProHead } from './pro/frame.js'
import { PLUS, isBinaryHead } from './sniff.js'

/** Maximum length of a text report. Even a report with fifteen positions and sensor data is much shorter. */
export const LONGEST_TEXT = 4096
export const DOLLAR = 0x24
const NUL = 0x00
const MARKERS = ['+RESP:', '+BUFF:', '+ACK:', '+NACK:'] as const

/**
 * Separates the first of these in the buffer: a text report (`+…$`, on the oldest models `+…` and NUL), a binary report of
 * either generation, a run of line ends between reports, or the bytes before the next `+`.
 */
export function frame(buffer: Buffer): Cut {
  if (buffer.length === 0) return 'more'
  if (isSpacing(buffer[0]!)) return cutAt(buffer, spacingRun(buffer))
  if (buffer.length === 1 && (buffer[0] === PLUS || buffer[0] === STORED)) return 'more'
  if (isProHead(buffer)) return cutPro(buffer)
  if (buffer[0] !== PLUS) return cutAt(buffer, junkEnd(buffer))
  if (buffer.length < 5) return 'more'
  return isBinaryHead(buffer.toString('latin1', 0, 5)) ? cutBinary(buffer) : cutText(buffer)
}

function cutText(buffer: Buffer): Cut {
  const end = textEnd(buffer)
  if (end < 0 && buffer.length < LONGEST_TEXT) return 'more'
  const within = end < 0 || end > LONGEST_TEXT ? Math.min(buffer.length, LONGEST_TEXT) : end
  return cutAt(buffer, nextReport(buffer, within))
}

function textEnd(buffer: Buffer): number {
  const dollar = buffer.indexOf(DOLLAR)
  const nul = (dollar < 0 ? buffer : buffer.subarray(0, dollar)).indexOf(NUL)
  return nul >= 0 ? nul + 1 : dollar + 1 || -1
}

/** Finds the start of a report inside another report. If there is one, the end of the other report was lost. */
function nextReport(buffer: Buffer, end: number): number {
  for (let at = buffer.indexOf(PLUS, 1); at > 0 && at < end; at = buffer.indexOf(PLUS, at + 1)) {
    const text = buffer.toString('latin1', at, at + 6)
    if (MARKERS.some((marker) => text.startsWith(marker))) return at
  }
  return end
}

function junkEnd(buffer: Buffer): number {
  const limit = Math.min(buffer.length, LONGEST_TEXT)
  const plus = buffer.subarray(0, limit).indexOf(PLUS)
  return plus < 0 ? limit : plus
}

/** Line ends, NUL and blanks between reports. */
export const isSpacing = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === NUL || byte === 0x20

function spacingRun(buffer: Buffer): number {
  let end = 1
  while (end < buffer.length && end < LONGEST_TEXT && isSpacing(buffer[end]!)) end++
  return end
}
