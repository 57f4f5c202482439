import { crc16CcittFalse } from '@roadbook/bytes'
import type { Cut } from '../../protocol.js'
import { PLUS } from '../sniff.js'

const LONGEST = 4096
const SHORTEST = 16
const HEAD_BYTES = 4
/** Number of bytes of checksum, CR and LF. */
const END_BYTES = 4

/**
 * Offset and size in bytes of the field with the length of the whole frame, by the frame's first characters. INF has two
 * entries, because the offset depends on the model.
 */
const LENGTHS: Readonly<Record<string, readonly (readonly [offset: number, bytes: 1 | 2])[]>> = {
  '+RSP': [[9, 2]],
  '+BSP': [[9, 2]],
  '+EVT': [[9, 2]],
  '+BVT': [[9, 2]],
  '+DAT': [[9, 2]],
  '+CAN': [[9, 2]],
  '+INF': [
    [7, 2],
    [9, 2],
  ],
  '+BNF': [
    [7, 2],
    [9, 2],
  ],
  '+CRD': [[6, 2]],
  '+BRD': [[6, 2]],
  '+LGN': [[6, 2]],
  '+ACK': [[6, 1]],
  '+HBD': [[5, 1]],
  '+ATI': [[4, 1]],
}
const FARTHEST_LENGTH = 11

/**
 * Separates a binary report by the length inside it. If a frame of this length does not end with CR and LF, the bytes up to
 * the next `+` are skipped.
 */
export function cutBinary(buffer: Buffer): Cut {
  const places = LENGTHS[buffer.toString('latin1', 0, HEAD_BYTES)] ?? []
  if (buffer.length < FARTHEST_LENGTH) return places.length > 0 ? 'more' : skip(buffer)
  const lengths = places
    .map(([offset, bytes]) => buffer.readUIntBE(offset, bytes))
    .filter((length) => length >= SHORTEST && length <= LONGEST)
    .sort((one, other) => one - other)
  for (const length of lengths) {
    if (buffer.length < length) return 'more'
    if (buffer[length - 2] === 0x0d && buffer[length - 1] === 0x0a)
      return { frame: buffer.subarray(0, length), remaining: buffer.subarray(length) }
  }
  return skip(buffer)
}

function skip(buffer: Buffer): Cut {
  const next = buffer.subarray(0, LONGEST).indexOf(PLUS, 1)
  const end = next < 0 ? Math.min(buffer.length, LONGEST) : next
  return { frame: buffer.subarray(0, end), remaining: buffer.subarray(end) }
}

/**
 * Returns true if the checksum of a whole binary frame is correct. The checksum is the CRC-16/CCITT-FALSE of the bytes
 * between the frame's first characters and the checksum.
 */
export function hasRightCrc(frame: Buffer): boolean {
  const end = frame.length - END_BYTES
  return end >= HEAD_BYTES && crc16CcittFalse(frame, HEAD_BYTES, end) === frame.readUInt16BE(end)
}
