import { crc16X25 } from '@roadbook/bytes'
import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import { LARGEST_FRAME, LONG_START, SHORT_START, SMALLEST_LENGTH } from './layout.js'

/** Two start bytes decide; one is a promise. */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0] !== SHORT_START && head[0] !== LONG_START) return 'no'
  if (head.length === 1) return 'more'
  return head[1] === head[0] ? 'yes' : 'no'
}

/** A frame whose length leads to its stop bytes; anything else up to the next start bytes, for {@link isWhole} to refuse. */
export function frame(buffer: Buffer): Cut {
  const start = sniff(buffer)
  if (start === 'more') return 'more'
  if (start === 'no') return junk(buffer)
  const headBytes = buffer[0] === SHORT_START ? 3 : 4
  if (buffer.length < headBytes) return 'more'
  const length = buffer[0] === SHORT_START ? buffer[2]! : buffer.readUInt16BE(2)
  const size = headBytes + length + 2
  if (length < SMALLEST_LENGTH || size > LARGEST_FRAME) return junk(buffer)
  if (isBareLogin(buffer)) return cutAt(buffer, BARE_LOGIN_BYTES)
  if (buffer.length < size) return 'more'
  return buffer[size - 2] === 0x0d && buffer[size - 1] === 0x0a ? cutAt(buffer, size) : junk(buffer)
}

const BARE_LOGIN_BYTES = 15

/** A clone's login without serial and checksum, whose length promises both: waiting for them would swallow what follows. */
function isBareLogin(buffer: Buffer): boolean {
  const endsEarly = buffer[2] === 0x0d && buffer[3] === 0x01 && buffer[13] === 0x0d && buffer[14] === 0x0a
  return endsEarly && !(buffer[16] === 0x0d && buffer[17] === 0x0a)
}

/** Whether these bytes are a frame at all: {@link frame} also gives what lies between frames. */
export function isWhole(bytes: Buffer): boolean {
  if (sniff(bytes) !== 'yes' || bytes.length < 10) return false
  const size = bytes[0] === SHORT_START ? bytes[2]! + 5 : bytes.readUInt16BE(2) + 6
  return size === bytes.length && bytes[size - 2] === 0x0d && bytes[size - 1] === 0x0a
}

/** From the length field to the serial, both included. */
export function hasRightCrc(bytes: Buffer): boolean {
  return crc16X25(bytes, 2, bytes.length - 4) === bytes.readUInt16BE(bytes.length - 4)
}

export function writeFrame(type: number, content: Uint8Array, serial: number, isLong = false): Buffer {
  const headBytes = isLong ? 4 : 3
  const bytes = Buffer.alloc(headBytes + 1 + content.length + 6, isLong ? LONG_START : SHORT_START)
  if (isLong) bytes.writeUInt16BE(content.length + SMALLEST_LENGTH, 2)
  else bytes[2] = content.length + SMALLEST_LENGTH
  bytes[headBytes] = type
  bytes.set(content, headBytes + 1)
  const end = bytes.length - 4
  bytes.writeUInt16BE(serial & 0xffff, end - 2)
  bytes.writeUInt16BE(crc16X25(bytes, 2, end), end)
  bytes.writeUInt16BE(0x0d0a, end + 2)
  return bytes
}

function junk(buffer: Buffer): Cut {
  for (let at = 1; at < buffer.length; at++) {
    const isStart = buffer[at] === SHORT_START || buffer[at] === LONG_START
    if (isStart && (at + 1 === buffer.length || buffer[at + 1] === buffer[at])) return cutAt(buffer, at)
  }
  return cutAt(buffer, buffer.length)
}
