import { cutAt, cutJunk, isBlank, leadingBlanks } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import { CLOSE, type Head, LONGEST_TEXT_FRAME, MAX_FRAME_BYTES, OPEN, isBinary, readHead, startsHead } from './layout.js'

/**
 * Separates a frame from `[` to `]`. Voice messages and pictures may contain brackets, so their end is found by their
 * length. In text frames some firmware sends a wrong length, so the end is found by the brackets. The length of a text
 * frame is used only if text continues after a closing bracket.
 */
export function frame(buffer: Buffer): Cut {
  const start = leadingBlanks(buffer)
  if (start > LONGEST_TEXT_FRAME) return cutAt(buffer, start)
  if (start === buffer.length) return 'more'
  const head = readHead(buffer, start)
  if (head === 'more') return 'more'
  if (head === undefined) return resynchronise(buffer, start)
  return isBinary(buffer, head.contentAt) ? frameBinary(buffer, start, head) : frameText(buffer, start, head)
}

function frameBinary(buffer: Buffer, start: number, { contentAt, length }: Head): Cut {
  const end = contentAt + length
  if (buffer[end] === CLOSE) return cutAt(buffer, end + 1)
  if (buffer.length <= end) return buffer.length < MAX_FRAME_BYTES ? 'more' : resynchronise(buffer, start)
  const close = buffer.indexOf(CLOSE, contentAt)
  return close < 0 ? resynchronise(buffer, start) : cutAt(buffer, close + 1)
}

function frameText(buffer: Buffer, start: number, { contentAt, length }: Head): Cut {
  const limit = Math.min(buffer.length, start + LONGEST_TEXT_FRAME)
  let depth = 0
  for (let at = contentAt; at < limit; at++) {
    const byte = buffer[at]
    if (byte === OPEN) {
      // If a complete frame follows a truncated one, the truncated one becomes a frame of its own.
      if (startsHead(buffer, at)) return cutAt(buffer, at)
      depth++
    } else if (byte === CLOSE && depth-- === 0) return cutText(buffer, at, contentAt + length)
  }
  return buffer.length < start + LONGEST_TEXT_FRAME ? 'more' : resynchronise(buffer, start)
}

/**
 * Ends the frame at the bracket. If text continues after the bracket and the declared length leads to a later bracket, ends
 * the frame at that later bracket.
 */
function cutText(buffer: Buffer, close: number, end: number): Cut {
  const next = buffer[close + 1]
  const goesOn = next !== undefined && next !== OPEN && !isBlank(next)
  if (!goesOn || end <= close) return cutAt(buffer, close + 1)
  if (buffer.length <= end) return 'more'
  return cutAt(buffer, buffer[end] === CLOSE ? end + 1 : close + 1)
}

const resynchronise = (buffer: Buffer, start: number): Cut => cutJunk(buffer, start + 1, (byte) => byte === OPEN)
