import type { Cut } from '../protocol.js'

/** Cuts off the first `end` bytes as a frame. */
export const cutAt = (buffer: Buffer, end: number): { frame: Buffer; remaining: Buffer } => ({
  frame: buffer.subarray(0, end),
  remaining: buffer.subarray(end),
})

/**
 * Returns the length of the filler that some firmware sends between frames: line ends, blanks, zeros. It becomes part of the next
 * frame.
 */
export function leadingBlanks(buffer: Buffer): number {
  let at = 0
  while (at < buffer.length && isBlank(buffer[at]!)) at++
  return at
}

export const isBlank = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === 0x20 || byte === 0x09 || byte === 0

/** Maximum unreadable bytes dropped at once: large enough to happen rarely, small enough to be scanned again with every byte. */
const LONGEST_JUNK = 1024

/**
 * Cuts unreadable bytes up to the next start marker at `from` or later, as one frame. Without a marker it first waits for more
 * bytes.
 */
export function cutJunk(buffer: Buffer, from: number, isMarker: (byte: number) => boolean): Cut {
  const end = Math.min(buffer.length, Math.max(LONGEST_JUNK, from))
  for (let at = Math.max(from, 1); at < end; at++) if (isMarker(buffer[at]!)) return cutAt(buffer, at)
  return buffer.length < LONGEST_JUNK ? 'more' : cutAt(buffer, end)
}
