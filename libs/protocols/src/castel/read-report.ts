import { ByteReader } from '@roadbook/bytes'
import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { fill, reading16, reading32, receiverSpeedOf } from '../common/readings.js'
import { utcOf } from '../common/utc.js'

/** Milliseconds of arc. */
const DEGREES = 3_600_000
const KPH_PER_CM_PER_SECOND = 0.036
const Flag = { isEast: 0x01, isNorth: 0x02, isFixed: 0x0c } as const
const IGNITION = 0x4_0000
export const STATE_BYTES = 34
export const PLACE_BYTES = 19
const ALARM_BYTES = 6

/** What stands behind the places. */
export const Rest = { unknown: 0, alarms: 1, information: 2 } as const
type Rest = (typeof Rest)[keyof typeof Rest]

const ALARMS: ReadonlyMap<number, string> = new Map([
  [0x01, 'overspeed'],
  [0x02, 'lowPower'],
  [0x03, 'temperature'],
  [0x04, 'acceleration'],
  [0x05, 'braking'],
  [0x06, 'idle'],
  [0x07, 'tow'],
  [0x0c, 'cornering'],
  [0x0d, 'fatigueDriving'],
  [0x11, 'accident'],
  [0x12, 'tampering'],
  [0x1c, 'vibration'],
])

/**
 * Ignition on since 4 · time 4 · odometer 4 (m) · of this trip 4 · fuel 4 · of this trip 2 · state 4 · reserved 8 · places 1 · of each 19, then what the type
 * has. The state is of the last place, or stands alone. @returns undefined where it is cut short
 */
export function readReport(content: Buffer, start: number, rest: Rest, now: number): Fix[] | undefined {
  if (content.length < start + STATE_BYTES + 1) return undefined
  const reader = new ByteReader(content.subarray(start))
  reader.skip(4)
  const time = reader.u32le() * 1000
  const [odometer, trip, fuel, tripFuel, state] = [reader.u32le(), reader.u32le(), reader.u32le(), reader.u16le(), reader.u32le()]
  reader.skip(8)
  const count = reader.u8()
  if (reader.remaining < count * PLACE_BYTES) return undefined
  const fixes = Array.from({ length: count }, () => readPlace(reader, now))
  if (count === 0) fixes.push(judgeFix({ deviceTime: time, hasFix: false, latitude: undefined, longitude: undefined }, now))
  const last = fixes.at(-1)!
  if (odometer > 0) fill(last, 'odometerM', reading32(odometer))
  last.ignition = (state & IGNITION) !== 0
  note(last, 'state', state)
  note(last, 'tripM', reading32(trip))
  note(last, 'fuel', reading32(fuel))
  note(last, 'tripFuel', reading16(tripFuel))
  if (rest === Rest.alarms && !readAlarms(last, reader)) return undefined
  if (rest === Rest.unknown) note(last, 'tail', reader.slice(reader.remaining).toString('hex'))
  return fixes
}

/** Day · month · year · hour · minute · second · latitude 4 · longitude 4 · speed 2 (cm/s) · course 2 (0.1°) · flags and satellites 1. */
function readPlace(reader: ByteReader, now: number): Fix {
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

/** Count 1 · of each: whether it began 1 · what 1 · its value 2 · its limit 2. */
function readAlarms(fix: Fix, reader: ByteReader): boolean {
  const count = reader.u8()
  if (reader.remaining < count * ALARM_BYTES) return false
  const told: string[] = []
  for (let nth = 0; nth < count; nth++) {
    const [isNew, code, value, limit] = [reader.u8() !== 0, reader.u8(), reader.u16le(), reader.u16le()]
    told.push(`${code}:${isNew ? 'on' : 'off'}:${value}:${limit}`)
    if (!isNew) continue
    if (code === 0x16 || code === 0x17) fix.ignition = code === 0x16
    note(fix, 'alarm', ALARMS.get(code))
  }
  note(fix, 'alarms', told.join(';'))
  return true
}
