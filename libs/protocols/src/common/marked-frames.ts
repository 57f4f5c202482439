import type { Cut } from '../protocol.js'

/** Separates the first `end` bytes as a frame. */
export const cutAt = (buffer: Buffer, end: number): { frame: Buffer; remaining: Buffer } => ({
  frame: buffer.subarray(0, end),
  remaining: buffer.subarray(end),
})

/**
 * Returns the length of the filler at the start of the buffer, because some firmware sends line ends, blanks or zeros
 * between frames. The filler becomes part of the next frame.
 */
export function leadingBlanks(buffer: Buffer): number {
  let at = 0
  while (at < buffer.length && isBlank(buffer[at]!)) at++
  return at
}

export const isBlank = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === 0x20 || byte === 0x09 || byte === 0

/**
 * Maximum number of unreadable bytes that become one frame. A large number makes such frames rare. But a larger number also
 * costs more time: until the frame is complete, all of its bytes are scanned again whenever more bytes arrive.
 */
const LONGEST_JUNK = 1024

/**
 * Separates unreadable bytes as one frame. The frame ends before the next start marker at `from` or later. If there is no
 * marker, the function returns `more` until there are LONGEST_JUNK bytes.
 */
export function cutJunk(buffer: Buffer, from: number, isMarker: (byte: number) => boolean): Cut {
  const end = Math.min(buffer.length, Math.max(LONGEST_JUNK, from))
  for (let at = Math.max(from, 1); at < end; at++) if (isMarker(buffer[at]!)) return cutAt(buffer, at)
  return buffer.length < LONGEST_JUNK ? 'more' : cutAt(buffer, end)
}
