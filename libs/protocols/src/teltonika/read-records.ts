import { ByteReader } from '@roadbook/bytes'
import type { IoShape, IoWidth } from './layout.js'
import { IO_WIDTHS, LONG_VALUE_BYTES } from './layout.js'

/** An IO value as on the wire: an unsigned number, a `bigint` beyond 2^53, lower-case hex for variable length. */
export type RawIo = number | bigint | string

/** The fixed part of an AVL record as on the wire, neither judged nor scaled. */
export interface RecordHead {
  /** Ms since 1970 UTC, by the device's clock. */
  timestamp: number
  /** 0 low, 1 high (an event), 2 panic. */
  priority: number
  /** 1e-7 degrees. */
  longitude: number
  latitude: number
  altitudeM: number
  angle: number
  satellites: number
  speedKph: number
  /** Id of the element whose change made the device record; 0 is a periodic record. */
  eventIoId: number
  /** Codec 16 only. */
  generationType: number | undefined
}

/** Receiver of the records' content, value by value. Collecting the values first would double the cost of decoding. */
export interface RecordSink {
  begin(head: RecordHead): void
  io(id: number, width: IoWidth, value: RawIo): void
  /** Called with the record's offsets in the buffer. */
  end(start: number, end: number): void
}

/**
 * Reads `quantity` consecutive records from `start`, which must end exactly at `end`. Used for TCP packets and datagrams. Returns
 * a reason when the bytes do not fit; values passed to the sink are then void.
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
 * Reads timestamp 8 (its upper half is below 2^10, so a double holds it) · priority 1 · longitude 4 and latitude 4 (signed) ·
 * altitude 2 (signed) · angle 2 · satellites 1 · speed 2 · event id · [generation type 1] · total · one group per width. The only
 * fixed layout that is read by hand: with binary-parser its 24 bytes cost as much as all IO elements together.
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
  // It is undocumented whether the extra group counts.
  if (count !== total && count + more !== total) return `declares ${total} IO elements and holds ${count}`
  sink.end(start, reader.position)
  return undefined
}

/**
 * Reads a count, then id and value that many times. A count that the remaining bytes cannot hold is not looped over. After that
 * check the bytes are read directly and not through the reader, which would check each of them again: this loop is half of the
 * decoding time.
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

/** Reads a count, then id and 16 bytes that many times. */
function readLongGroup(reader: ByteReader, shape: IoShape, sink: RecordSink): number {
  const count = readCount(reader, shape)
  for (let at = 0; at < count && !reader.overrun; at++)
    sink.io(readId(reader, shape), 0, reader.slice(LONG_VALUE_BYTES).toString('hex'))
  return count
}

/** Reads a count, then id 2, length 2, bytes that many times. */
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
