import { crc16X25 } from '@roadbook/bytes'
import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'

export const MAX_FRAME_BYTES = 2048
const START = Buffer.from('@@', 'latin1')
/** Fields with their length in bytes: start 2 · length 2 · version 1 · name 20 · type 2. */
export const HEAD_BYTES = 27
const [VERSION_AT, NAME_AT, TYPE_AT] = [4, 5, 25]
export const TAIL_BYTES = 4
const SHORTEST = HEAD_BYTES + TAIL_BYTES
/**
 * Versions of trackers for the OBD socket (3, 4), of portable trackers (5, PT-690) and of trackers for motorcycles (12,
 * MPIP-620). The trackers of versions 5 and 12 have messages of their own.
 */
const VERSIONS: readonly number[] = [3, 4, 5, 12]
const FIRST_PORTABLE = 5
export const isPortable = (version: number): boolean => version >= FIRST_PORTABLE

/** Recognises a message by its start, a possible length, a known version, and a letter or digit of the identifier. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (!START.subarray(0, head.length).equals(head.subarray(0, START.length))) return 'no'
  if (head.length > VERSION_AT && !VERSIONS.includes(head[VERSION_AT]!)) return 'no'
  if (head.length <= NAME_AT) return 'more'
  const length = head.readUInt16LE(2)
  return length >= SHORTEST && length <= MAX_FRAME_BYTES && /[\dA-Za-z]/.test(String.fromCharCode(head[NAME_AT]!)) ? 'yes' : 'no'
}

/** Separates a message by its length. If no message begins here, separates the bytes up to the next start. */
export function frame(buffer: Buffer): Cut {
  if (!START.subarray(0, buffer.length).equals(buffer.subarray(0, START.length))) return cutJunk(buffer)
  if (buffer.length < HEAD_BYTES) return 'more'
  const length = buffer.readUInt16LE(2)
  if (length < SHORTEST || length > MAX_FRAME_BYTES) return cutJunk(buffer)
  if (buffer.length < length) return 'more'
  return buffer[length - 2] === 0x0d && buffer[length - 1] === 0x0a ? cutAt(buffer, length) : cutJunk(buffer)
}

function cutJunk(buffer: Buffer): Cut {
  const next = buffer.indexOf(START, 1)
  const isBegun = buffer.length > 1 && buffer.at(-1) === START[0]
  return cutAt(buffer, next >= 0 ? next : isBegun ? buffer.length - 1 : buffer.length)
}

export interface Message {
  version: number
  name: string
  type: number
  content: Buffer
}

/** @returns undefined if the checksum is wrong or no message begins here */
export function readMessage(bytes: Buffer): Message | undefined {
  const isWhole = bytes.length >= SHORTEST && bytes.subarray(0, 2).equals(START) && bytes.readUInt16LE(2) === bytes.length
  if (!isWhole || !hasRightCrc(bytes)) return undefined
  const name = bytes.toString('latin1', NAME_AT, TYPE_AT).replace(/\0+$/, '')
  const content = bytes.subarray(HEAD_BYTES, -TAIL_BYTES)
  return { version: bytes[VERSION_AT]!, name, type: bytes.readUInt16BE(TYPE_AT), content }
}

export const hasRightCrc = (bytes: Buffer): boolean => bytes.readUInt16LE(bytes.length - TAIL_BYTES) === crcOf(bytes)
export const crcOf = (bytes: Buffer): number => crc16X25(bytes, 0, bytes.length - TAIL_BYTES)

export function writeMessage({ version, name, type, content }: Message): Buffer {
  const bytes = Buffer.alloc(SHORTEST + content.length)
  START.copy(bytes)
  bytes.writeUInt16LE(bytes.length, 2)
  bytes[VERSION_AT] = version
  bytes.write(name, NAME_AT, TYPE_AT - NAME_AT, 'latin1')
  bytes.writeUInt16BE(type, TYPE_AT)
  content.copy(bytes, HEAD_BYTES)
  bytes.writeUInt16LE(crcOf(bytes), bytes.length - TAIL_BYTES)
  bytes.writeUInt16BE(0x0d0a, bytes.length - 2)
  return bytes
}
