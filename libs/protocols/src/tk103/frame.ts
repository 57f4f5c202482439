import { cutAt, cutJunk, leadingBlanks } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import { CLOSE, MAX_FRAME_BYTES, OPEN } from './layout.js'

const DOLLAR = 0x24
const FREE_TEXT = ',$'

/** Separates a frame from `(` to `)`. A bracket inside free text (`,$…$`) is ignored. */
export function frame(buffer: Buffer): Cut {
  const start = leadingBlanks(buffer)
  if (start > MAX_FRAME_BYTES / 2) return cutAt(buffer, start)
  if (start === buffer.length) return 'more'
  if (buffer[start] !== OPEN) return resynchronise(buffer, start)
  const end = endOf(buffer, start)
  if (end < 0 || end >= MAX_FRAME_BYTES) return buffer.length < MAX_FRAME_BYTES ? 'more' : resynchronise(buffer, start)
  // If a complete frame follows a truncated one, the truncated one becomes a frame of its own.
  const inner = buffer.lastIndexOf(OPEN, end)
  return inner > start && !buffer.subarray(start, end).includes(DOLLAR) ? cutAt(buffer, inner) : cutAt(buffer, end + 1)
}

function endOf(buffer: Buffer, start: number): number {
  const end = buffer.indexOf(CLOSE, start)
  if (end < 0) return end
  const text = buffer.subarray(start, end).indexOf(FREE_TEXT)
  if (text < 0) return end
  const closing = buffer.indexOf(DOLLAR, start + text + FREE_TEXT.length)
  return closing >= 0 && closing < end ? end : closing < 0 ? closing : buffer.indexOf(CLOSE, closing)
}

const resynchronise = (buffer: Buffer, start: number): Cut => cutJunk(buffer, start + 1, (byte) => byte === OPEN)
