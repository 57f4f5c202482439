import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../../common/judge-fix.js'
import { fill, reading32, reading8, within } from '../../common/readings.js'
import { LARGEST_KPH, hdopOf } from '../position-block.js'
import { note } from '../report.js'
import { STORED } from './frame.js'

const Data = { miniLocation: 81, location: 82, ignition: 27, mileage: 31, hours: 34 } as const
const MINI_BYTES = 15
const FULL_BYTES = 22
/** The highest and the lowest value of a signed number of three bytes mean that there is no reading. */
const HIGHEST = 0x7f_ffff
const DEEPEST = 0x80_0000
/** Values of bits 3 and 2 of a location's first byte. */
const HAS_FIX = 2

/** Reads records. Fields of each: length (including this field) · time · number · id · event code · data, each with its id. */
export function readRecords(reader: ByteReader, head: number, now: number): Fix[] | string {
  const fixes: Fix[] = []
  while (reader.remaining > 0) {
    const start = reader.position
    const length = readNumber(reader)
    const body = reader.slice(length - (reader.position - start))
    if (reader.overrun || length < 2) return `record ${fixes.length + 1} is beyond the end`
    const fix = readRecord(new ByteReader(body), now)
    if (typeof fix === 'string') return fix
    if (head === STORED) note(fix, 'buffered', true)
    fixes.push(fix)
  }
  return fixes
}

/**
 * Reads a number. If the first byte is below 0x80, it is the number. Otherwise the number has two bytes, and the highest
 * bit is not part of it.
 */
function readNumber(reader: ByteReader): number {
  const first = reader.u8()
  return first < 0x80 ? first : ((first & 0x7f) << 8) | reader.u8()
}

function readRecord(reader: ByteReader, now: number): Fix | string {
  const generatedAt = reader.u32() * 1000
  reader.skip(2)
  const id = reader.u8()
  const event = reader.u8()
  const values = new Map<number, Buffer>()
  while (reader.remaining > 0) {
    const data = readNumber(reader)
    values.set(data, reader.slice(readNumber(reader)))
  }
  if (reader.overrun) return `data of record ${id} beyond its end`
  const fix =
    readLocation(values, now) ??
    judgeFix({ deviceTime: generatedAt, hasFix: false, latitude: undefined, longitude: undefined }, now)
  note(fix, 'report', `record${id}`)
  if (event > 0) fix.event = event
  for (const [data, bytes] of values) applyData(fix, data, bytes)
  return fix
}

/**
 * Reads a location. Fields: state · longitude · latitude · time · speed (0.1 km/h). The complete form continues with HDOP
 * (0.1) · heading · altitude (0.1 m, 3 bytes) · satellites.
 */
function readLocation(values: ReadonlyMap<number, Buffer>, now: number): Fix | undefined {
  const bytes = values.get(Data.location) ?? values.get(Data.miniLocation)
  if (bytes === undefined || bytes.length < MINI_BYTES) return undefined
  const reader = new ByteReader(bytes)
  const state = reader.u8()
  const longitude = reader.i32() / 1e6
  const latitude = reader.i32() / 1e6
  const hasFix = ((state >> 2) & 3) === HAS_FIX
  const fix = judgeFix({ deviceTime: reader.u32() * 1000, hasFix, latitude, longitude }, now)
  const speedKph = within(reader.u16() / 10, 0, LARGEST_KPH)
  if (speedKph !== undefined) fix.speedKph = speedKph
  if (bytes.length < FULL_BYTES) return fix
  const hdop = hdopOf(reader.u8() / 10)
  if (hdop !== undefined) fix.hdop = hdop
  const heading = headingOf(reader.u16())
  if (heading !== undefined) fix.heading = heading
  const altitude = (reader.u8() << 16) | reader.u16()
  if (altitude !== HIGHEST && altitude !== DEEPEST) fix.altitudeM = ((altitude << 8) >> 8) / 10
  fill(fix, 'satellites', reading8(reader.u8()))
  return fix
}

function applyData(fix: Fix, id: number, bytes: Buffer): void {
  if (id === Data.location || id === Data.miniLocation || bytes.length === 0) return
  if (id === Data.ignition && bytes.length === 1 && bytes[0]! < 2) fix.ignition = bytes[0] === 1
  else if (id === Data.mileage && bytes.length === 4) fill(fix, 'odometerM', reading32(bytes.readUInt32BE(0)))
  else if (id === Data.hours && bytes.length === 4) note(fix, 'engineHoursS', bytes.readUInt32BE(0))
  else note(fix, `data${id}`, bytes.toString('hex'))
}
