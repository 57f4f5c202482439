import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'

const MARK = 0x67
/** Fields with their length in bytes: mark 2 · package id 1 · size of the following bytes 2. */
export const HEAD_BYTES = 5
export const LARGEST_FRAME = 4096

/**
 * Package ids. Ids below 0x12 belong to the protocol's first edition, and ids from 0x12 on to the second. Ids of 0x80 and
 * more come from the server.
 */
export const PackageId = {
  login: 0x01,
  oldLocation: 0x02,
  heartbeat: 0x03,
  oldWarning: 0x04,
  oldReport: 0x05,
  oldMessage: 0x06,
  oldObd: 0x07,
  location: 0x12,
  warning: 0x14,
  report: 0x15,
  message: 0x16,
  obdData: 0x17,
  obdBody: 0x18,
  obdFault: 0x19,
  instruction: 0x80,
  broadcast: 0x81,
} as const

export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0] !== MARK) return 'no'
  if (head.length === 1) return 'more'
  return head[1] === MARK ? 'yes' : 'no'
}

/**
 * Separates a package by its declared size. If no package begins here, separates the bytes before the next mark instead.
 * The protocol has no checksum that would show a wrong size.
 */
export function frame(buffer: Buffer): Cut {
  const start = sniff(buffer)
  if (start === 'more') return 'more'
  if (start === 'no') return junk(buffer)
  if (buffer.length < HEAD_BYTES) return 'more'
  const size = buffer.readUInt16BE(3)
  const end = HEAD_BYTES + size
  if (size < 2 || end > LARGEST_FRAME) return junk(buffer)
  return buffer.length < end ? 'more' : cutAt(buffer, withoutNext(buffer, end))
}

/**
 * Shortens a package if its size is one or two bytes too large. Otherwise the package would include the first bytes of the
 * next package, which would then be lost.
 */
function withoutNext(buffer: Buffer, end: number): number {
  if (isMark(buffer, end)) return end
  return [end - 2, end - 1].find((early) => early > HEAD_BYTES + 1 && isMark(buffer, early) && isKnown(buffer[early + 2])) ?? end
}

/** Maximum number of bytes by which a size may be too large. */
const LARGEST_EXCESS = 2

const isMark = (buffer: Buffer, at: number): boolean => buffer[at] === MARK && buffer[at + 1] === MARK

const KNOWN: ReadonlySet<number> = new Set(Object.values(PackageId))
const isKnown = (id: number | undefined): boolean => id !== undefined && KNOWN.has(id)

/** Returns true if these bytes are a package, and false if they are the filler between two packages. */
export const isPackage = (bytes: Buffer): boolean =>
  bytes.length >= HEAD_BYTES + 2 && sniff(bytes) === 'yes' && isExcess(bytes.readUInt16BE(3) - (bytes.length - HEAD_BYTES))

const isExcess = (bytes: number): boolean => bytes >= 0 && bytes <= LARGEST_EXCESS

/** Encodes a package: mark · package id · size · sequence · content. */
export function writePackage(id: number, sequence: number, content: Uint8Array = Buffer.alloc(0)): Buffer {
  const bytes = Buffer.alloc(HEAD_BYTES + 2 + content.length, MARK)
  bytes[2] = id
  bytes.writeUInt16BE(2 + content.length, 3)
  bytes.writeUInt16BE(sequence, HEAD_BYTES)
  bytes.set(content, HEAD_BYTES + 2)
  return bytes
}

function junk(buffer: Buffer): Cut {
  for (let at = 1; at < buffer.length; at++) {
    if (buffer[at] !== MARK || (at + 1 < buffer.length && buffer[at + 1] !== MARK)) continue
    return { frame: buffer.subarray(0, at), remaining: buffer.subarray(at) }
  }
  return { frame: buffer, remaining: buffer.subarray(buffer.length) }
}
