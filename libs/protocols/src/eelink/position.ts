import type { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { fill, reading8, receiverSpeedOf, signedReading } from '../common/readings.js'

/** Coordinates are sent in 1/500 of a second of arc. */
const DEGREES = 1_800_000
const HAS_GPS = 0x01
const HAS_CELL = 0x02
const HAS_MORE_CELLS = [0x04, 0x08]
const HAS_WIFI = [0x10, 0x20, 0x40]
const HAS_LTE = 0x80

/** Stores a reading under its name. NaN and undefined mean no reading. */
export function keepReading(attributes: Attributes, name: string, reading: number | undefined): void {
  if (reading !== undefined && !Number.isNaN(reading)) attributes[name] = reading
}

export type Attributes = NonNullable<Fix['attributes']>

/** The fix and its attributes. They are filled while the package is read. */
export interface Report {
  fix: Fix
  attributes: Attributes
}

/**
 * Reads a position of the second edition. Fields with their length in bytes: time 4 (Unix) · mask 1 · [latitude 4 ·
 * longitude 4 · altitude 2 · speed 2 · course 2 · satellites 1] · [cell] · [two more cells] · [three Wi-Fi access points] ·
 * [LTE cells].
 */
export function readPosition(reader: ByteReader, now: number): Report {
  const deviceTime = reader.u32() * 1000
  const mask = reader.u8()
  const report = mask & HAS_GPS ? readGps(reader, deviceTime, now) : withoutPlace(deviceTime, now)
  const { attributes } = report
  if (mask & HAS_CELL) {
    attributes.mcc = reader.u16()
    attributes.mnc = reader.u16()
    attributes.lac = reader.u16()
    attributes.cellId = reader.u32()
    attributes.cellSignal = reader.u8()
  }
  const cells = HAS_MORE_CELLS.filter((bit) => mask & bit).map(() => `${reader.u16()}-${reader.u32()}:${reader.u8()}`)
  if (cells.length > 0) attributes.cells = cells.join(' ')
  const wifi = HAS_WIFI.filter((bit) => mask & bit).map(() => `${reader.slice(6).toString('hex')}:${signal(reader)}`)
  if (wifi.length > 0) attributes.wifi = wifi.join(' ')
  if (mask & HAS_LTE) readLte(reader, attributes)
  return report
}

function readGps(reader: ByteReader, deviceTime: number, now: number): Report {
  const latitude = reader.i32() / DEGREES
  const longitude = reader.i32() / DEGREES
  const fix = judgeFix({ deviceTime, hasFix: true, latitude, longitude }, now)
  fill(fix, 'altitudeM', signedReading(reader.i16()))
  fill(fix, 'speedKph', receiverSpeedOf(reader.u16()))
  setHeading(fix, reader.u16())
  fill(fix, 'satellites', reading8(reader.u8()))
  return reportOf(fix)
}

/**
 * Reads LTE cells. Fields with their length in bytes: radio 1 · count 1 · [MCC 2 · MNC 2 · LAC 2 · TAC 2 · cell 4 · timing
 * advance 2], then for each cell: cell 2 · channel 2 · signal 1.
 */
function readLte(reader: ByteReader, attributes: Attributes): void {
  attributes.radio = reader.u8()
  const count = reader.u8()
  if (count === 0) return
  attributes.mcc = reader.u16()
  attributes.mnc = reader.u16()
  attributes.lac = reader.u16()
  attributes.tac = reader.u16()
  attributes.cellId = reader.u32()
  attributes.timingAdvance = reader.u16()
  const cells: string[] = []
  for (let at = 0; at < count && !reader.overrun; at++) cells.push(`${reader.u16()}-${reader.u16()}:${reader.u8()}`)
  attributes.lteCells = cells.join(' ')
}

/**
 * Reads a position of the first edition. Fields with their length in bytes: time 4 · latitude 4 · longitude 4 · speed 1 ·
 * course 2 · MCC 2 · MNC 2 · LAC 2 · cell 3 · state 1. The lowest bit of the state means a fix.
 */
export function readOldPosition(reader: ByteReader, now: number): Report {
  const deviceTime = reader.u32() * 1000
  const latitude = reader.i32() / DEGREES
  const longitude = reader.i32() / DEGREES
  const speedKph = reader.u8()
  const course = reader.u16()
  const cell = {
    mcc: reader.u16(),
    mnc: reader.u16(),
    lac: reader.u16(),
    cellId: reader.u8() * 0x1_0000 + reader.u16(),
  }
  const fix = judgeFix({ deviceTime, hasFix: (reader.u8() & 1) !== 0, latitude, longitude }, now)
  fill(fix, 'speedKph', reading8(speedKph))
  setHeading(fix, course)
  const report = reportOf(fix)
  Object.assign(report.attributes, cell)
  return report
}

export function withoutPlace(deviceTime: number, now: number): Report {
  return reportOf(judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now))
}

export function reportOf(fix: Fix): Report {
  fix.attributes ??= {}
  return { fix, attributes: fix.attributes }
}

function setHeading(fix: Fix, course: number): void {
  const heading = headingOf(course)
  if (heading !== undefined) fix.heading = heading
}

const signal = (reader: ByteReader) => (reader.u8() << 24) >> 24
