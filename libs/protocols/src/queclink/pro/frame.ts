import { crc8Nrsc5 } from '@roadbook/bytes'
import type { Cut } from '../../protocol.js'

export const REPORT = 0x00
export const HEARTBEAT = 0x10
const LIVE = 0x2b
export const STORED = 0x2d
const DOLLAR = 0x24
const HEARTBEAT_BYTES = 24
const SHORTEST = 24
const LONGEST = 4096
const LENGTH_END = 4

/**
 * Returns true if a frame of the second generation begins here. Its first byte is `+`, or `-` if the frame comes from the
 * device's memory. The next byte is 00 or 10.
 */
export const isProHead = (bytes: Buffer): boolean =>
  (bytes[0] === LIVE || bytes[0] === STORED) && (bytes[1] === REPORT || bytes[1] === HEARTBEAT)

/**
 * Separates a report by its length, or a heartbeat, whose length is fixed. Reports and heartbeats end with `$`. If there is
 * no `$` at the end that the length shows, the bytes are skipped.
 */
export function cutPro(buffer: Buffer): Cut {
  if (buffer.length < LENGTH_END) return 'more'
  const length = buffer[1] === HEARTBEAT ? HEARTBEAT_BYTES : buffer.readUInt16BE(2)
  if (length < SHORTEST || length > LONGEST) return skip(buffer)
  if (buffer.length < length) return 'more'
  if (buffer[length - 1] !== DOLLAR) return skip(buffer)
  return { frame: buffer.subarray(0, length), remaining: buffer.subarray(length) }
}

function skip(buffer: Buffer): Cut {
  const next = buffer.subarray(0, LONGEST).indexOf(LIVE, 1)
  const end = next < 0 ? Math.min(buffer.length, LONGEST) : next
  return { frame: buffer.subarray(0, end), remaining: buffer.subarray(end) }
}

/** Returns true if the checksum before the `$` is correct. It is a CRC-8 of all bytes before it. */
export function hasRightCrc8(frame: Buffer): boolean {
  const end = frame.length - 2
  return end > 0 && crc8Nrsc5(frame, 0, end) === frame[end]
}
