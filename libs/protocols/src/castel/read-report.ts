import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { fill, reading16, reading32, receiverSpeedOf } from '../common/readings.js'
import { utcOf } from '../common/utc.js'
import { readAlarms } from './alarms.js'
import { readTags } from './read-tags.js'

/** Coordinates are sent in milliseconds of arc. */
const DEGREES = 3_600_000
const KPH_PER_CM_PER_SECOND = 0.036
const Flag = { isEast: 0x01, isNorth: 0x02, isFixed: 0x0c } as const
const IGNITION = 0x4_0000
export const STATE_BYTES = 34
export const PLACE_BYTES = 19

/** Parts of a message that may follow the positions. */
export const Tail = { unknown: 0, alarms: 1, information: 2, tags: 3 } as const
type Rest = (typeof Tail)[keyof typeof Tail]

/**
 * Reads a report. Fields with their length in bytes: state · number of positions 1 · positions of 19 bytes · parts that
 * depend on the message type. The state belongs to the last position. If there are no positions, the state becomes a fix of
 * its own.
 * @returns undefined if the report is truncated
 */
export function readReport(content: Buffer, start: number, rest: Rest, now: number): Fix[] | undefined {
  if (content.length < start + STATE_BYTES + 1) return undefined
  const reader = new ByteReader(content.subarray(start))
  const state = readState(reader)
  const count = reader.u8()
  if (reader.remaining < count * PLACE_BYTES) return undefined
  const fixes = Array.from({ length: count }, () => readPlace(reader, now))
  if (count === 0) fixes.push(momentOf(state, now))
  const last = fixes.at(-1)!
  fillState(last, state)
  if (rest === Tail.alarms && !readAlarms(last, reader)) return undefined
  if (rest === Tail.unknown) note(last, 'tail', reader.slice(reader.remaining).toString('hex'))
  if (rest === Tail.tags) readTags(last, reader)
  return fixes
}

/** The state at the start of every report. A counter with all bits set has no value. */
interface State {
  time: number
  odometer: number
  trip: number
  fuel: number
  tripFuel: number
  bits: number
}

/**
 * Reads the state. Fields with their length in bytes: time of ignition on 4 · time 4 · odometer 4 (m) · distance of this
 * trip 4 · fuel 4 · fuel of this trip 2 · state bits 4 · reserved 8.
 */
function readState(reader: ByteReader): State {
  reader.skip(4)
  const time = reader.u32le() * 1000
  const state = { time, odometer: reader.u32le(), trip: reader.u32le(), fuel: reader.u32le(), tripFuel: reader.u16le() }
  const bits = reader.u32le()
  reader.skip(8)
  return { ...state, bits }
}

const momentOf = ({ time }: State, now: number): Fix =>
  judgeFix({ deviceTime: time, hasFix: false, latitude: undefined, longitude: undefined }, now)

function fillState(fix: Fix, { odometer, trip, fuel, tripFuel, bits }: State): void {
  if (odometer > 0) fill(fix, 'odometerM', reading32(odometer))
  // If all bits of this word are 1, the tracker never set it. The word then says nothing about the ignition.
  if (bits !== 0xffff_ffff) fix.ignition = (bits & IGNITION) !== 0
  note(fix, 'state', bits)
  note(fix, 'tripM', reading32(trip))
  note(fix, 'fuel', reading32(fuel))
  note(fix, 'tripFuel', reading16(tripFuel))
}

/**
 * Reads a state without positions, and returns the reader at the byte after it.
 * @returns undefined if the message is truncated
 */
export function readTelemetry(content: Buffer, now: number): { fix: Fix; reader: ByteReader } | undefined {
  if (content.length < STATE_BYTES) return undefined
  const reader = new ByteReader(content)
  const state = readState(reader)
  const fix = momentOf(state, now)
  fillState(fix, state)
  return { fix, reader }
}

/**
 * Reads a position. Fields with their length in bytes: day 1 · month 1 · year 1 · hour 1 · minute 1 · second 1 · latitude 4 ·
 * longitude 4 · speed 2 (cm/s) · course 2 (0.1°) · flags and satellites 1.
 */
export function readPlace(reader: ByteReader, now: number): Fix {
  const [day, month, year, hour, minute, second] = [reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8(), reader.u8()]
  const [latitude, longitude] = [reader.u32le() / DEGREES, reader.u32le() / DEGREES]
  const [speed, course, flags] = [reader.u16le(), reader.u16le(), reader.u8()]
  const place = {
    latitude: flags & Flag.isNorth ? latitude : -latitude,
    longitude: flags & Flag.isEast ? longitude : -longitude,
  }
  const deviceTime = utcOf(year, month, day, hour, minute, second)
  const fix = judgeFix({ deviceTime, hasFix: (flags & Flag.isFixed) !== 0, ...place }, now)
  fill(fix, 'speedKph', receiverSpeedOf(Math.round(speed * KPH_PER_CM_PER_SECOND * 1000) / 1000))
  const heading = headingOf(course / 10)
  if (heading !== undefined) fix.heading = heading
  fix.satellites = flags >> 4
  return fix
}
