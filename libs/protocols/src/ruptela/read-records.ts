import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, reading8, receiverSpeedOf, signedReading } from '../common/readings.js'
import { readElement } from './io-elements.js'

/** Number of bytes of an element's id, and of the id of the record's cause. */
export type IdBytes = 1 | 2

const DEGREES = 1e7
/** Value of a coordinate if the receiver does not know the position. */
const NO_COORDINATE = -0x8000_0000
const NO_HDOP = 0xff

/**
 * Reads records. Fields with their length in bytes: records left 1 · count 1 · records. Extended records have element ids of
 * two bytes and may come in parts: if the elements do not fit into one record, the remaining elements follow in the next
 * record, which has the same time.
 * @returns the reason if the records cannot be read
 */
export function readRecords(payload: Buffer, idBytes: IdBytes, now: number): Fix[] | string {
  const reader = new ByteReader(payload)
  reader.skip(1)
  const count = reader.u8()
  const fixes: Fix[] = []
  for (let nth = 0; nth < count && !reader.overrun; nth++) readRecord(reader, idBytes, fixes, now)
  if (reader.overrun) return 'cut short'
  return reader.remaining === 0 ? fixes : `${reader.remaining} bytes behind ${count} records`
}

/**
 * Reads a record. Fields with their length in bytes: time 4 · index within that second 1 · [part 1] · priority 1 ·
 * longitude 4 · latitude 4 · altitude 2 · course 2 · satellites 1 · speed 2 · HDOP 1 · event · elements. The elements are in
 * groups with values of 1, 2, 4 and 8 bytes. Each group has a count of 1 byte, then id and value of each element.
 */
function readRecord(reader: ByteReader, idBytes: IdBytes, fixes: Fix[], now: number): void {
  const deviceTime = reader.u32() * 1000 + reader.u8()
  const part = idBytes === 2 ? reader.u8() & 0x0f : 0
  reader.skip(1)
  const read = readPosition(reader, deviceTime, now)
  const event = idBytes === 2 ? reader.u16() : reader.u8()
  const previous = fixes.at(-1)
  const fix = part > 0 && previous?.positionedAt === read.positionedAt ? previous : read
  if (fix === read) {
    if (event > 0) fix.event = event
    fixes.push(fix)
  }
  for (const width of [1, 2, 4, 8] as const) {
    const count = reader.u8()
    if (count * (idBytes + width) > reader.remaining) reader.overrun = true
    for (let nth = 0; nth < count && !reader.overrun; nth++) {
      const id = idBytes === 2 ? reader.u16() : reader.u8()
      readElement(fix, id, readValue(reader, width))
    }
  }
}

function readPosition(reader: ByteReader, deviceTime: number, now: number): Fix {
  const longitude = reader.i32()
  const latitude = reader.i32()
  const altitudeM = signedReading(reader.i16()) / 10
  const heading = headingOf(reader.u16() / 100)
  const satellites = reader.u8()
  const speedKph = reader.u16()
  const hdop = reader.u8()
  const place = placeOf(longitude, latitude)
  const isPlace = place !== NOWHERE
  const fix = judgeFix({ deviceTime, hasFix: satellites > 0, ...place }, now)
  fill(fix, 'satellites', reading8(satellites))
  if (!isPlace) return fix
  fill(fix, 'altitudeM', altitudeM)
  if (heading !== undefined) fix.heading = heading
  fill(fix, 'speedKph', receiverSpeedOf(speedKph))
  if (hdop > 0 && hdop !== NO_HDOP) fix.hdop = hdop / 10
  return fix
}

const NOWHERE = { latitude: undefined, longitude: undefined }

const placeOf = (longitude: number, latitude: number) =>
  longitude === NO_COORDINATE || latitude === NO_COORDINATE
    ? NOWHERE
    : { latitude: latitude / DEGREES, longitude: longitude / DEGREES }

function readValue(reader: ByteReader, width: 1 | 2 | 4 | 8): number | bigint {
  if (width === 1) return reader.u8()
  if (width === 2) return reader.u16()
  return width === 4 ? reader.u32() : reader.u64()
}

/**
 * Reads fault codes of the vehicle. Fields with their length in bytes: count 1, then for each code: reserved 1 · time 4 ·
 * longitude 4 · latitude 4 · source 1 · code 5. Codes with the same time become one fix, because the time identifies a fix.
 */
export function readFaultCodes(payload: Buffer, now: number): Fix[] | string {
  const reader = new ByteReader(payload)
  const count = reader.u8()
  const fixes: Fix[] = []
  for (let nth = 0; nth < count && !reader.overrun; nth++) {
    reader.skip(1)
    const deviceTime = reader.u32() * 1000
    const place = placeOf(reader.i32(), reader.i32())
    reader.skip(1)
    const code = reader.slice(5).toString('latin1')
    const fix = judgeFix({ deviceTime, hasFix: true, ...place }, now)
    const same = fixes.find(({ positionedAt }) => positionedAt === fix.positionedAt)
    if (same) same.attributes!.faultCodes = `${String(same.attributes!.faultCodes)} ${code}`
    else fixes.push({ ...fix, attributes: { ...fix.attributes, faultCodes: code } })
  }
  return reader.overrun ? 'cut short' : fixes
}
