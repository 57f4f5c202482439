import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import { ASTERISK, IMEI_PREFIX, LOGIN_PREFIX, MAX_FRAME_BYTES, isEnd, isSeparator } from './layout.js'

const COMMA = 0x2c

/**
 * Separates a frame. A frame ends at a `;`, at the closing `,*` of one layout, or at a line end. It also ends before the
 * next `imei:`, because this text always begins a frame.
 */
export function frame(buffer: Buffer): Cut {
  const start = skipSeparators(buffer)
  if (start > MAX_FRAME_BYTES / 2) return cutAt(buffer, start)
  if (start === buffer.length) return 'more'
  const next = nextMarker(buffer, start)
  const limit = Math.min(next < 0 ? buffer.length : next, MAX_FRAME_BYTES)
  for (let at = start; at < limit; at++) {
    const byte = buffer[at]!
    if (isEnd(byte) && (byte !== ASTERISK || buffer[at - 1] === COMMA)) return cutAt(buffer, at + 1)
  }
  if (next >= 0) return cutAt(buffer, limit)
  return buffer.length < MAX_FRAME_BYTES ? 'more' : cutAt(buffer, limit)
}

export function skipSeparators(buffer: Buffer): number {
  let at = 0
  while (at < buffer.length && isSeparator(buffer[at]!)) at++
  return at
}

/** Finds the start of the next frame in the buffer. The login mark (`##,`) before `imei:` belongs to the next frame. */
function nextMarker(buffer: Buffer, start: number): number {
  const own = buffer[start] === 0x23 ? LOGIN_PREFIX.length + IMEI_PREFIX.length : IMEI_PREFIX.length
  const next = buffer.indexOf(IMEI_PREFIX, startsWithMark(buffer, start) ? start + own : start + 1)
  if (next < 0) return -1
  const mark = next - LOGIN_PREFIX.length
  return mark > start && buffer.toString('latin1', mark, next) === LOGIN_PREFIX ? mark : next
}

const startsWithMark = (buffer: Buffer, start: number): boolean => {
  const head = buffer.toString('latin1', start, start + LOGIN_PREFIX.length + IMEI_PREFIX.length)
  return head.startsWith(IMEI_PREFIX) || head === LOGIN_PREFIX + IMEI_PREFIX
}
