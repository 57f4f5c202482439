import { ByteReader } from '@roadbook/bytes'
import type { IoShape, IoWidth } from './layout.js'
import { IO_WIDTHS, LONG_VALUE_BYTES } from './layout.js'

/**
 * An IO value as sent: an unsigned number, a `bigint` beyond 2^53, or lower-case hexadecimal digits for a variable length.
 */
export type RawIo = number | bigint | string

/** The fixed part of an AVL record as sent, neither checked nor scaled. */
export interface RecordHead {
  /** Time by the device's clock, milliseconds since 1970 UTC. */
  timestamp: number
  /** 0 low, 1 high (an event), 2 panic. */
  priority: number
  /** Unit: 1e-7 degrees. */
  longitude: number
  latitude: number
  altitudeM: number
  angle: number
  satellites: number
  speedKph: number
  /** Id of the element that changed and so caused the record. 0 for a periodic record. */
  eventIoId: number
  /** Present only in codec 16. */
  generationType: number | undefined
}

/**
 * Receives the content of the records, value by value. If the values were collected first, decoding would take twice as
 * long.
 */
export interface RecordSink {
  begin(head: RecordHead): void
  io(id: number, width: IoWidth, value: RawIo): void
  /** Called with the record's start and end offset in the buffer. */
  end(start: number, end: number): void
}

/**
 * Reads `quantity` consecutive records from `start`. They must end exactly at `end`. Used for TCP packets and datagrams.
 * Returns a reason if they do not. The values that were already passed to the sink must then be discarded.
 */
export function readRecords(
  bytes: Buffer,
  start: number,
  end: number,
  quantity: number,
  shape: IoShape,
  sink: RecordSink,
): string | undefined {
  const reader = new ByteReader(bytes, start, end)
  for (let at = 0; at < quantity; at++) {
    const reason = readRecord(bytes, reader, shape, sink)
    if (reason !== undefined) return `record ${at + 1} of ${quantity}: ${reason}`
  }
  return reader.remaining === 0 ? undefined : `${reader.remaining} bytes behind the last record`
}

/**
 * Reads a record. Fields with their length in bytes: timestamp 8 · priority 1 · longitude 4 (signed) · latitude 4 (signed)
 * · altitude 2 (signed) · angle 2 · satellites 1 · speed 2 · event id · [generation type 1] · total · one group per width.
 * A JavaScript number can contain the timestamp exactly, because the upper four bytes of the timestamp are below 2^10. The
 * fixed part of 24 bytes is read without binary-parser, in contrast to all other fixed layouts. With binary-parser it would
 * take as long as all IO elements together.
 */
function readRecord(bytes: Buffer, reader: ByteReader, shape: IoShape, sink: RecordSink): string | undefined {
  const start = reader.position
  sink.begin({
    timestamp: reader.u32() * 0x1_0000_0000 + reader.u32(),
    priority: reader.u8(),
    longitude: reader.i32(),
    latitude: reader.i32(),
    altitudeM: reader.i16(),
    angle: reader.u16(),
    satellites: reader.u8(),
    speedKph: reader.u16(),
    eventIoId: readId(reader, shape),
    generationType: shape.hasGenerationType ? reader.u8() : undefined,
  })
  const total = readCount(reader, shape)
  let count = 0
  for (const width of IO_WIDTHS) count += readGroup(bytes, reader, shape, width, sink)
  if (shape.hasVariableLength) count += readVariableGroup(reader, shape, sink)
  const more = shape.hasLongGroup ? readLongGroup(reader, shape, sink) : 0
  if (reader.overrun) return 'cut short'
  // The documents do not say if the total includes the undocumented group.
  if (count !== total && count + more !== total) return `declares ${total} IO elements and holds ${count}`
  sink.end(start, reader.position)
  return undefined
}

/**
 * Reads a group: a count, then id and value of each element. A count that exceeds the remaining bytes is refused before the
 * loop. The loop takes half of the decoding time. It therefore reads directly from the buffer, because `reader` would check
 * the end of the buffer at each value.
 */
function readGroup(bytes: Buffer, reader: ByteReader, shape: IoShape, width: 1 | 2 | 4 | 8, sink: RecordSink): number {
  const count = readCount(reader, shape)
  const isShortId = shape.id === 1
  const step = shape.id + width
  if (count * step > reader.remaining) {
    reader.overrun = true
    return count
  }
  let at = reader.position
  reader.skip(count * step)
  for (; at < reader.position; at += step) {
    const id = isShortId ? bytes[at]! : (bytes[at]! << 8) | bytes[at + 1]!
    sink.io(id, width, valueAt(bytes, at + shape.id, width))
  }
  return count
}

/** Reads a group of 16-byte values: a count, then id and value of each element. */
function readLongGroup(reader: ByteReader, shape: IoShape, sink: RecordSink): number {
  const count = readCount(reader, shape)
  for (let at = 0; at < count && !reader.overrun; at++)
    sink.io(readId(reader, shape), 0, reader.slice(LONG_VALUE_BYTES).toString('hex'))
  return count
}

/** Reads a group of variable length: a count, then for each element an id of 2 bytes, a length of 2 bytes, and the value. */
function readVariableGroup(reader: ByteReader, shape: IoShape, sink: RecordSink): number {
  const count = readCount(reader, shape)
  for (let at = 0; at < count && !reader.overrun; at++) {
    const id = readId(reader, shape)
    sink.io(id, 0, reader.slice(reader.u16()).toString('hex'))
  }
  return count
}

function valueAt(bytes: Buffer, at: number, width: 1 | 2 | 4 | 8): RawIo {
  if (width === 1) return bytes[at]!
  if (width === 2) return (bytes[at]! << 8) | bytes[at + 1]!
  if (width === 4) return wordAt(bytes, at)
  const high = wordAt(bytes, at)
  const low = wordAt(bytes, at + 4)
  return high < 0x20_0000 ? high * 0x1_0000_0000 + low : (BigInt(high) << 32n) | BigInt(low)
}

const wordAt = (bytes: Buffer, at: number) =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0

const readId = (reader: ByteReader, shape: IoShape) => (shape.id === 1 ? reader.u8() : reader.u16())
const readCount = (reader: ByteReader, shape: IoShape) => (shape.count === 1 ? reader.u8() : reader.u16())
