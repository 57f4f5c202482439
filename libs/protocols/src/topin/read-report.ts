import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { noteCells } from '../common/cell-towers.js'
import { utcOfYearFirst } from '../common/compact-time.js'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { fill, reading8 } from '../common/readings.js'
import { utcOf } from '../common/utc.js'
import { CELLS_HEAD, CELL_BYTES, HEAD_BYTES, MessageType, NETWORK_BYTES, STOP_BYTES } from './frame.js'

export const TIME_BYTES = 6
/** Coordinates are sent in 1/30 000 of a minute. */
const DEGREES = 1_800_000
export const Flag = { isFixed: 0x1000, isWest: 0x0800, isNorth: 0x0400 } as const
const COURSE = 0x03ff
const ALARMS: readonly (readonly [mask: number, alarm: string])[] = [
  [0x02, 'overspeed'],
  [0x01, 'vibration'],
  [0x10, 'lowBattery'],
]
const FROM_MEMORY: ReadonlySet<number> = new Set([
  MessageType.gpsFromMemory,
  MessageType.networksFromMemory,
  MessageType.cellsFromMemory,
])

/**
 * Reads a position. Fields with their length in bytes: time 6 · satellites 1 (lower half) · latitude 4 · longitude 4 ·
 * speed 1 (km/h) · flags and course 2 · [altitude 2 · [alarm 1]].
 */
export function readGps(content: Buffer, type: number, now: number): Fix {
  const reader = new ByteReader(content)
  const time = [reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8()] as const
  const satellites = reader.u8() & 0x0f
  const [latitude, longitude, speedKph, flags] = [reader.u32() / DEGREES, reader.u32() / DEGREES, reader.u8(), reader.u16()]
  const place = {
    latitude: flags & Flag.isNorth ? latitude : -latitude,
    longitude: flags & Flag.isWest ? -longitude : longitude,
  }
  const fix = judgeFix({ deviceTime: utcOf(...time), hasFix: (flags & Flag.isFixed) !== 0, ...place }, now)
  fix.satellites = satellites
  fill(fix, 'speedKph', reading8(speedKph))
  const heading = headingOf(flags & COURSE)
  if (heading !== undefined) fix.heading = heading
  if (reader.remaining >= 2) setAltitude(fix, reader.i16())
  if (reader.remaining > 0) noteAlarm(fix, reader.u8())
  if (FROM_MEMORY.has(type)) note(fix, 'buffered', true)
  note(fix, 'tail', reader.slice(reader.remaining).toString('hex'))
  return fix
}

/**
 * Minimum size of the content of `08` and `09`. Fields with their length in bytes: time 6 · position 8 · second position 8 ·
 * speed 1 (km/h) · course 1 · satellites 1.
 */
export const PLAIN_BYTES = 25
const DEGREES_PER_COURSE = 2
/**
 * Shift of Baidu's maps against the public maps of China, in degrees of latitude and of longitude, and the tolerance for
 * each of the two.
 */
const [BAIDU_NORTH, BAIDU_EAST, BAIDU_SPREAD] = [0.006, 0.0065, 0.0005]

/**
 * Reads `08`, and `09`, which comes from memory. They contain a position in degrees and millionths, and a second position
 * for another map. In China the first position is shifted like the public maps (`shiftedMap`). Elsewhere both positions are
 * correct. The bytes after the satellites are stored in hexadecimal.
 */
export function readPlainGps(content: Buffer, type: number, now: number): Fix {
  const reader = new ByteReader(content)
  const time = [reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8()] as const
  const [latitude, longitude] = [plainDegrees(reader), plainDegrees(reader)]
  const [north, east] = [plainDegrees(reader) - latitude, plainDegrees(reader) - longitude]
  const [speedKph, course, satellites] = [reader.u8(), reader.u8(), reader.u8()]
  const fix = judgeFix({ deviceTime: utcOf(...time), hasFix: satellites > 0, latitude, longitude }, now)
  fill(fix, 'satellites', reading8(satellites))
  fill(fix, 'speedKph', reading8(speedKph))
  const heading = headingOf(course * DEGREES_PER_COURSE)
  if (heading !== undefined) fix.heading = heading
  if (Math.abs(north - BAIDU_NORTH) < BAIDU_SPREAD && Math.abs(east - BAIDU_EAST) < BAIDU_SPREAD)
    note(fix, 'shiftedMap', 'GCJ-02')
  if (type === MessageType.plainFromMemory) note(fix, 'buffered', true)
  note(fix, 'tail', reader.slice(reader.remaining).toString('hex'))
  return fix
}

/**
 * Reads a coordinate: one byte of degrees, a half byte that is not 0 in the south and the west, and five half bytes of
 * millionths of a degree.
 */
function plainDegrees(reader: ByteReader): number {
  const [degrees, rest] = [reader.u8(), (reader.u8() << 16) | reader.u16()]
  const value = degrees + (rest & 0xf_ffff) / 1e6
  return rest > 0xf_ffff ? -value : value
}

/**
 * Reads networks and cells nearby. Fields with their length in bytes: time 6 (decimal digits) · for each network its
 * address 6 and signal 1 · number of cells 1 · MCC 2 · MNC 1 · cells · [alarm 1].
 */
export function readNearby(frame: Buffer, now: number): Fix {
  const reader = new ByteReader(frame.subarray(HEAD_BYTES, -STOP_BYTES))
  const digits = reader.slice(TIME_BYTES).toString('hex')
  const deviceTime = utcOfYearFirst(digits.slice(0, 6), digits.slice(6))
  const fix = judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now)
  const networks = reader.slice(NETWORK_BYTES * frame[2]!)
  note(fix, 'wifi', textOf(networks))
  const [count, mcc, mnc] = [reader.u8(), reader.u16(), reader.u8()]
  const hasAlarm = (reader.remaining - count * CELL_BYTES[0]) % CELLS_HEAD === 1
  const isLong = count > 0 && reader.remaining - Number(hasAlarm) === count * CELL_BYTES[1]
  const number = () => (isLong ? reader.u32() : reader.u16())
  const cells = Array.from({ length: count }, () => ({ mcc, mnc, lac: number(), cellId: number(), signal: reader.u8() }))
  if (count > 0) noteCells(fix, cells)
  if (hasAlarm) noteAlarm(fix, reader.u8())
  if (FROM_MEMORY.has(frame[3]!)) note(fix, 'buffered', true)
  return fix
}

function textOf(networks: Buffer): string {
  const found: string[] = []
  for (let at = 0; at < networks.length; at += NETWORK_BYTES)
    found.push(`${networks.toString('hex', at, at + NETWORK_BYTES - 1)}:${networks[at + NETWORK_BYTES - 1]}`)
  return found.join(' ')
}

/** Sets the altitude. The values at both ends of the scale are not altitudes and are not stored. */
function setAltitude(fix: Fix, metres: number): void {
  if (metres > -0x8000 && metres < 0x7fff) fix.altitudeM = metres
}

/** Value of an alarm byte that the device never set, because all bits are set. */
const NO_ALARM = 0xff

function noteAlarm(fix: Fix, bits: number): void {
  note(fix, 'alarmBits', bits)
  if (bits !== NO_ALARM) note(fix, 'alarm', ALARMS.find(([mask]) => bits & mask)?.[1])
}
