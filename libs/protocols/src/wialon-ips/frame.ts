import { lost } from '../common/errors.js'
import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'

/**
 * Maximum length of a line. It is enough for a batch of some thousand records. The vendor allows longer lines.
 */
export const LONGEST_LINE = 65_536
const LARGEST_BLOCK = 65_536
export const LONGEST_FRAME = LONGEST_LINE + LARGEST_BLOCK
const LF = 0x0a
const CR = 0x0d
/** Maximum number of bytes from the start of a line with a picture or file to the end of its size field. */
const SIZE_WITHIN = 64

/**
 * Separates a line, which ends with CR LF or only LF. Some lines declare the size of a block of bytes. The block then
 * belongs to the frame. A run of line ends also becomes a frame.
 */
export function frame(buffer: Buffer): Cut {
  if (buffer.length === 0) return 'more'
  if (isLineEnd(buffer[0]!)) return cutAt(buffer, lineEndRun(buffer))
  const end = buffer.indexOf(LF) + 1
  if (end === 0 || end > LONGEST_LINE) {
    if (buffer.length < LONGEST_LINE) return 'more'
    return lost(`a line of more than ${LONGEST_LINE} bytes`)
  }
  const block = blockBytes(buffer, end)
  if (block > LARGEST_BLOCK) return lost(`a block of ${block} bytes`)
  return buffer.length < end + block ? 'more' : cutAt(buffer, end + block)
}

/** Returns the size in bytes of the block that follows `#I#size;…` and `#T#code;size;…`. */
function blockBytes(buffer: Buffer, end: number): number {
  if (buffer[0] !== 0x23 || buffer[2] !== 0x23) return 0
  const isPicture = buffer[1] === 0x49
  if (!isPicture && buffer[1] !== 0x54) return 0
  const fields = buffer.toString('latin1', 3, Math.min(end, SIZE_WITHIN)).split(';')
  const size = fields[isPicture ? 0 : 1] ?? ''
  return /^\d{1,9}$/.test(size) ? Number(size) : 0
}

export const isLineEnd = (byte: number): boolean => byte === CR || byte === LF

function lineEndRun(buffer: Buffer): number {
  let end = 1
  while (end < buffer.length && end < LONGEST_LINE && isLineEnd(buffer[end]!)) end++
  return end
}
