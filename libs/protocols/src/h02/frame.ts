import { cutAt, cutJunk, isBlank, leadingBlanks } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import {
  BINARY_EXTENDED,
  BINARY_LONG_ID,
  BINARY_SHORT,
  DOLLAR,
  HASH,
  MAX_FRAME_BYTES,
  MILEAGE,
  SHORT_ID_BYTES,
  STAR,
  idBytesOf,
} from './layout.js'

/**
 * Separates a frame: `*` … `#`, or `$` and a fixed length. One connection may contain frames of both forms. After an error,
 * reading resumes at the next `*` or `$`.
 */
export function frame(buffer: Buffer): Cut {
  const start = leadingBlanks(buffer)
  if (start > MAX_FRAME_BYTES / 2) return cutAt(buffer, start)
  const marker = buffer[start]
  if (marker === undefined) return 'more'
  if (marker === STAR) return frameText(buffer, start)
  if (marker === DOLLAR) return frameBinary(buffer, start)
  if (marker === MILEAGE && isLooseEnd(buffer, start + BINARY_SHORT)) {
    return buffer.length < start + BINARY_SHORT ? 'more' : cutAt(buffer, start + BINARY_SHORT)
  }
  return resynchronise(buffer, start)
}

/** Separates a text frame. A truncated frame becomes a frame of its own if a complete frame begins before the `#`. */
function frameText(buffer: Buffer, start: number): Cut {
  const end = buffer.indexOf(HASH, start)
  if (end < 0 || end >= MAX_FRAME_BYTES) return buffer.length < MAX_FRAME_BYTES ? 'more' : resynchronise(buffer, start)
  const inner = buffer.lastIndexOf(STAR, end)
  return inner > start && isHead(buffer, inner) ? cutAt(buffer, inner) : cutAt(buffer, end + 1)
}

/** Returns true if two letters and a comma follow the `*` at this index. */
const isHead = (buffer: Buffer, at: number): boolean =>
  isLetter(buffer[at + 1]) && isLetter(buffer[at + 2]) && buffer[at + 3] === 0x2c

const isLetter = (byte: number | undefined): boolean => byte !== undefined && (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a

function frameBinary(buffer: Buffer, start: number): Cut {
  if (buffer.length < start + BINARY_SHORT) return 'more'
  const idBytes = idBytesOf(buffer, start)
  if (idBytes === 0) return resynchronise(buffer, start)
  const shortest = start + (idBytes === SHORT_ID_BYTES ? BINARY_SHORT : BINARY_LONG_ID)
  const longest = start + BINARY_EXTENDED
  if (buffer.length >= shortest && isLooseEnd(buffer, shortest)) return cutAt(buffer, shortest)
  return buffer.length < longest ? 'more' : cutAt(buffer, longest)
}

/** Returns true if there is no data yet. Also returns true if the next byte may separate two frames or begin a frame. */
function isLooseEnd(buffer: Buffer, at: number): boolean {
  const byte = buffer[at]
  if (byte === undefined) return true
  if (byte === DOLLAR) return buffer.length < at + 15 || idBytesOf(buffer, at) !== 0
  return byte === STAR || byte === MILEAGE || (byte !== 0 && isBlank(byte))
}

const resynchronise = (buffer: Buffer, start: number): Cut => cutJunk(buffer, start + 1, isMarker)

const isMarker = (byte: number): boolean => byte === STAR || byte === DOLLAR
