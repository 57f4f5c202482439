import { crc16X25 } from '@roadbook/bytes'
import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import { LARGEST_FRAME, LONG_START, MessageType, SHORT_START, SMALLEST_LENGTH } from './layout.js'

/**
 * Recognises two start bytes. A login without serial number and checksum is refused, because it belongs to the protocol of
 * Topin and ZhongXun, which begins in the same way.
 */
export function sniff(head: Buffer): 'yes' | 'no' | 'more' {
  const start = startOf(head)
  if (start !== 'yes' || head[0] !== SHORT_START) return start
  if (head.length < 4) return 'more'
  if (head[3] !== MessageType.login || head[2]! > LOGIN_LENGTH) return 'yes'
  if (head[2]! < LOGIN_LENGTH) return 'no'
  if (head.length < LOGIN_BYTES) return 'more'
  return isBareLogin(head) ? 'no' : 'yes'
}

/** Checks the two start bytes. A single byte is not enough to decide. */
function startOf(head: Buffer): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (head[0] !== SHORT_START && head[0] !== LONG_START) return 'no'
  if (head.length === 1) return 'more'
  return head[1] === head[0] ? 'yes' : 'no'
}

/**
 * Separates a frame. Its length may or may not include the stop bytes. All other bytes up to the next start bytes become one
 * frame, which {@link isWhole} refuses.
 */
export function frame(buffer: Buffer): Cut {
  const start = startOf(buffer)
  if (start === 'more') return 'more'
  if (start === 'no') return junk(buffer)
  const headBytes = buffer[0] === SHORT_START ? 3 : 4
  if (buffer.length < headBytes) return 'more'
  const length = buffer[0] === SHORT_START ? buffer[2]! : buffer.readUInt16BE(2)
  const size = headBytes + length + 2
  if (length < SMALLEST_LENGTH || size > LARGEST_FRAME) return junk(buffer)
  if (isBareLogin(buffer)) return cutAt(buffer, BARE_LOGIN_BYTES)
  if (endsAt(buffer, size - STOP_BYTES) && hasRightCrc(buffer.subarray(0, size - STOP_BYTES)))
    return cutAt(buffer, size - STOP_BYTES)
  if (buffer.length < size) return 'more'
  return endsAt(buffer, size) ? cutAt(buffer, size) : junk(buffer)
}

const STOP_BYTES = 2

const endsAt = (buffer: Buffer, end: number): boolean => buffer[end - 2] === 0x0d && buffer[end - 1] === 0x0a

const BARE_LOGIN_BYTES = 15
const LOGIN_LENGTH = 0x0d
const LOGIN_BYTES = 18

/**
 * Returns true for a clone's login without serial number and checksum. Its declared length includes them. A gateway that
 * waited for the missing bytes would take them from the next frame.
 */
function isBareLogin(buffer: Buffer): boolean {
  const isLogin = buffer[2] === LOGIN_LENGTH && buffer[3] === MessageType.login
  return isLogin && endsAt(buffer, BARE_LOGIN_BYTES) && !endsAt(buffer, LOGIN_BYTES)
}

/** Returns true if these bytes are a frame. Returns false for bytes between frames, which {@link frame} returns, too. */
export function isWhole(bytes: Buffer): boolean {
  if (startOf(bytes) !== 'yes' || bytes.length < 10) return false
  const size = bytes[0] === SHORT_START ? bytes[2]! + 5 : bytes.readUInt16BE(2) + 6
  return (size === bytes.length || size - STOP_BYTES === bytes.length) && endsAt(bytes, bytes.length)
}

/** Checks the CRC over the bytes from the length field to the serial number (both included). */
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
