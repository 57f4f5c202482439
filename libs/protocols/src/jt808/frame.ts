import { xorChecksum } from '@roadbook/bytes'
import type { Cut } from '../protocol.js'

export const FLAG = 0x7e
/** Flag of a private variant that some exported terminals use. This variant also has its own escapes. */
export const OTHER_FLAG = 0xe7
export const LARGEST_FRAME = 4096

/** Recognises the message ids of terminals. They begin with 00–0F. The lock and container family also sends 0x55xx. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  const flag = head[0]
  if (flag === undefined) return 'more'
  if (flag !== FLAG && flag !== OTHER_FLAG) return 'no'
  const first = head.find((byte) => byte !== flag)
  if (first === undefined) return head.length < 20 ? 'more' : 'no'
  return first <= 0x10 || first === 0x55 ? 'yes' : 'no'
}

/**
 * Separates all bytes up to the flag that ends a message. Two messages may share one flag, so a message may lack its start
 * flag. The checksum shows if the message is complete. Flags without other bytes are not a message.
 */
export function frame(buffer: Buffer): Cut {
  const flag = buffer[0] === OTHER_FLAG ? OTHER_FLAG : FLAG
  let start = 0
  while (buffer[start] === flag) start++
  const end = start < buffer.length ? buffer.indexOf(flag, start) + 1 : 0
  if (end > 0 && end <= LARGEST_FRAME) {
    const told = flag === FLAG ? endWithoutEscapes(buffer, start, end) : end
    return { frame: buffer.subarray(0, told), remaining: buffer.subarray(told) }
  }
  if (buffer.length < LARGEST_FRAME) return 'more'
  return { frame: buffer.subarray(0, LARGEST_FRAME), remaining: buffer.subarray(LARGEST_FRAME) }
}

/**
 * Finds the end of a message from a terminal that does not escape its data. Such a message may contain the byte of a flag
 * as data. It is recognised as follows: the header declares more bytes than there are before the next flag, and at the
 * declared end there are a correct checksum and a flag.
 */
function endWithoutEscapes(buffer: Buffer, start: number, end: number): number {
  if (end - start < 5) return end
  const properties = buffer.readUInt16BE(start + 2)
  const headBytes = (properties & 0x4000 ? 17 : 12) + (properties & 0x2000 ? 4 : 0)
  const checksumAt = start + headBytes + (properties & 0x03ff)
  if (checksumAt + 2 <= end || buffer[checksumAt + 1] !== FLAG) return end
  return xorChecksum(buffer, start, checksumAt) === buffer[checksumAt] ? checksumAt + 2 : end
}

/** Returns header, body and checksum without flags and escapes. `undefined` if the checksum is wrong. */
export function unwrap(bytes: Buffer): Buffer | undefined {
  const flag = bytes.at(-1)!
  let start = 0
  while (bytes[start] === flag) start++
  const raw = bytes.subarray(start, -1)
  const inner = unescapeBytes(raw, flag)
  if (inner !== undefined && isRight(inner)) return inner
  return flag === FLAG && inner !== raw && isRight(raw) ? raw : undefined
}

const isRight = (bytes: Buffer) => bytes.length >= 2 && xorChecksum(bytes, 0, bytes.length - 1) === bytes[bytes.length - 1]

/** Maps an escape byte and the byte after it to the byte that was escaped. */
const ESCAPES: Readonly<Record<number, Readonly<Record<number, number>>>> = {
  [FLAG]: { 0x7d01: 0x7d, 0x7d02: 0x7e },
  [OTHER_FLAG]: { 0xe601: 0xe6, 0xe602: 0xe7, 0x3e01: 0x3e, 0x3e02: 0x3d },
}

function unescapeBytes(bytes: Buffer, flag: number): Buffer | undefined {
  const escapes = ESCAPES[flag]
  if (escapes === undefined) return undefined
  if (flag === FLAG && !bytes.includes(0x7d)) return bytes
  const plain = Buffer.allocUnsafe(bytes.length)
  let length = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!
    if (!isEscape(byte, flag)) plain[length++] = byte
    else {
      const meant = escapes[(byte << 8) | (bytes[++at] ?? 0)]
      if (meant === undefined) return undefined
      plain[length++] = meant
    }
  }
  return plain.subarray(0, length)
}

const isEscape = (byte: number, flag: number) => (flag === FLAG ? byte === 0x7d : byte === 0xe6 || byte === 0x3e)

/** Adds checksum, escapes and flags to header and body. */
export function wrap(headerAndBody: Buffer, flag = FLAG): Buffer {
  const bytes = Buffer.allocUnsafe(2 * headerAndBody.length + 4)
  let length = 0
  const write = (byte: number) => {
    const escape = escapeOf(byte, flag)
    if (escape === undefined) bytes[length++] = byte
    else {
      bytes[length++] = escape >> 8
      bytes[length++] = escape & 0xff
    }
  }
  bytes[length++] = flag
  for (let at = 0; at < headerAndBody.length; at++) write(headerAndBody[at]!)
  write(xorChecksum(headerAndBody))
  bytes[length++] = flag
  return bytes.subarray(0, length)
}

/** Returns the two bytes that replace a byte which must be escaped. */
function escapeOf(byte: number, flag: number): number | undefined {
  if (flag === FLAG) return byte === 0x7e ? 0x7d02 : byte === 0x7d ? 0x7d01 : undefined
  if (byte === 0xe7) return 0xe602
  return byte === 0xe6 ? 0xe601 : byte === 0x3e ? 0x3e01 : undefined
}
