import { lost } from '../common/errors.js'
import { crc16Ibm } from '@roadbook/bytes'
import { cutAt } from '../common/marked-frames.js'
import type { Cut } from '../protocol.js'
import {
  CRC_BYTES,
  Codec,
  FRAME_OVERHEAD,
  HEAD_BYTES,
  KEEP_ALIVE,
  LARGEST_DATA_LENGTH,
  LARGEST_MESSAGE_LENGTH,
  LARGEST_UNKNOWN_LENGTH,
  LOGIN_HEAD_BYTES,
  LONGEST_LOGIN_ID,
  SMALLEST_LENGTH,
  isDataCodec,
  isMessageCodec,
} from './layout.js'
import { isDigit } from './sniff.js'

/**
 * Separates a login, a run of keep-alive bytes or a message. The stream has no marker at which reading could resume, so
 * anything else ends the connection: other bytes, a length outside the limits, or an unknown codec with a correct checksum.
 */
export function frame(buffer: Buffer): Cut {
  if (buffer.length === 0) return 'more'
  if (buffer[0] === KEEP_ALIVE) return cutAt(buffer, keepAliveRun(buffer))
  if (buffer[0] !== 0) return lost('neither a login nor a packet begins here')
  if (buffer.length < LOGIN_HEAD_BYTES) return 'more'
  return buffer[1] === 0 ? cutMessage(buffer) : cutLogin(buffer)
}

/**
 * Returns true if the checksum of a whole message is correct. It is the CRC-16/IBM of all bytes from the codec to the second
 * quantity, and its upper half is zero.
 */
export function hasRightCrc(message: Buffer): boolean {
  const end = message.length - CRC_BYTES
  return crc16Ibm(message, HEAD_BYTES, end) === message.readUInt32BE(end)
}

function cutLogin(buffer: Buffer): Cut {
  const length = buffer[1]!
  if (length > LONGEST_LOGIN_ID) return lost(`a login of ${length} digits`)
  const end = LOGIN_HEAD_BYTES + length
  for (let at = LOGIN_HEAD_BYTES; at < Math.min(end, buffer.length); at++) {
    if (!isDigit(buffer[at]!)) return lost('a login with something else than digits')
  }
  return buffer.length < end ? 'more' : cutAt(buffer, end)
}

function cutMessage(buffer: Buffer): Cut {
  for (let at = 2; at < Math.min(4, buffer.length); at++) if (buffer[at] !== 0) return lost('the preamble is not zero')
  if (buffer.length < HEAD_BYTES) return 'more'
  const length = buffer.readUInt32BE(4)
  if (length < SMALLEST_LENGTH || length > LARGEST_MESSAGE_LENGTH) return lost(`a data field of ${length} bytes`)
  const codec = buffer[HEAD_BYTES]
  if (codec === undefined) return 'more'
  const isKnown = isDataCodec(codec) || isMessageCodec(codec) || codec === Codec.codec7
  const largest = !isKnown ? LARGEST_UNKNOWN_LENGTH : isMessageCodec(codec) ? LARGEST_MESSAGE_LENGTH : LARGEST_DATA_LENGTH
  if (length > largest) return lost(`a packet of ${length} bytes`)
  const end = length + FRAME_OVERHEAD
  if (buffer.length < end) return 'more'
  const cut = cutAt(buffer, end)
  return isKnown || !hasRightCrc(cut.frame) ? cut : lost(`unknown codec 0x${codec.toString(16).padStart(2, '0')}`)
}

function keepAliveRun(buffer: Buffer): number {
  let end = 1
  while (buffer[end] === KEEP_ALIVE) end++
  return end
}
