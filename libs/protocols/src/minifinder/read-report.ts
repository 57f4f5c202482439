import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix, keepUnreadPlace } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { isPercent, isSatellites, receiverHdopOf, receiverSpeedOf } from '../common/readings.js'
import { barsOfCsq } from '../common/signal.js'
import { utcOf } from '../common/utc.js'
import type { SessionState } from '../protocol.js'

const KINDS = ['A', 'B', 'C', 'D'] as const
export type Kind = (typeof KINDS)[number]
export const isReport = (kind: string): kind is Kind => (KINDS as readonly string[]).includes(kind)

const [DATE, TIME, LATITUDE, LONGITUDE, SPEED, COURSE, FLAGS, ALTITUDE, BATTERY, IN_USE, IN_VIEW, HDOP] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
] // oxfmt-ignore
/** Minimum number of fields in a report. Additional fields are stored as text. */
const FIELDS = { A: LONGITUDE + 1, B: HDOP + 1, C: BATTERY + 1, D: HDOP + 1 } as const

/** Values of the two lowest bits of the flags. They are the source of the position. */
const Source = { none: 0, gps: 1, cells: 2 } as const
/** Mask of the next two bits of the flags, and their value 01. Only this value means a faulty receiver. */
const [MODULE, MODULE_FAULT] = [0x0c, 0x04]
/** Alarms, the most urgent for a person first. If several bits are set, the first alarm in this list is used. */
const ALARMS: readonly (readonly [bit: number, alarm: string])[] = [
  [6, 'sos'],
  [8, 'fallDown'],
  [7, 'overspeed'],
  [15, 'movement'],
  [14, 'vibration'],
  [12, 'lowBattery'],
]
const ALL_BITS = 0xffff
const SIGNAL_AT = 16

/**
 * Reads a report. D is a live report, B is from memory, C is sent by older models, and A by the oldest models. Fields of B,
 * C and D: date · time · latitude · longitude · speed · course · flags · altitude · battery. D and B continue with
 * satellites in use · satellites in view · HDOP. Fields of A: date · time · latitude · longitude, then undocumented fields.
 * @returns undefined if fields are missing
 */
export function readReport(kind: Kind, fields: readonly string[], { now, utcOffsetMinutes = 0 }: SessionState): Fix | undefined {
  if (fields.length < FIELDS[kind]) return undefined
  const flags = kind === 'A' ? undefined : hexOf(fields[FLAGS])
  const source = flags === undefined ? Source.none : flags & 3
  const fix = readPlace(fields, source === Source.gps, now, utcOffsetMinutes)
  if (kind === 'B') note(fix, 'buffered', true)
  if (kind !== 'A') readState(fix, fields, flags)
  if (kind === 'B' || kind === 'D') readSatellites(fix, fields)
  note(fix, 'tail', fields.slice(FIELDS[kind]).join(','))
  return fix
}

function readPlace(fields: readonly string[], hasFix: boolean, now: number, utcOffsetMinutes: number): Fix {
  const [latitude, longitude] = [decimalOf(fields[LATITUDE]), decimalOf(fields[LONGITUDE])]
  const local = timeOf(fields[DATE]!, fields[TIME]!)
  const deviceTime = local === undefined ? undefined : local - utcOffsetMinutes * 60_000
  const fix = judgeFix({ deviceTime, hasFix, latitude, longitude }, now)
  const isTold = fields[LATITUDE] !== '' || fields[LONGITUDE] !== ''
  if (isTold && (latitude === undefined || longitude === undefined)) keepUnreadPlace(fix, fields[LATITUDE], fields[LONGITUDE])
  return fix
}

/** Reads `d/m/yy` and `h:m:s`, with or without leading zeros. */
function timeOf(date: string, time: string): number | undefined {
  const moment = /^(\d\d?)\/(\d\d?)\/(\d\d),(\d\d?):(\d\d?):(\d\d?)$/.exec(`${date},${time}`)?.slice(1).map(Number)
  if (!moment) return undefined
  const [day = 0, month = 0, year = 0, hour = 0, minute = 0, second = 0] = moment
  return utcOf(year, month, day, hour, minute, second)
}

function readState(fix: Fix, fields: readonly string[], flags: number | undefined): void {
  const [speed, course, altitude] = [decimalOf(fields[SPEED]), decimalOf(fields[COURSE]), decimalOf(fields[ALTITUDE])]
  const kph = receiverSpeedOf(speed)
  if (kph !== undefined) fix.speedKph = kph
  const heading = headingOf(course ?? NaN)
  if (heading !== undefined) fix.heading = heading
  if (altitude !== undefined) fix.altitudeM = altitude
  setBattery(fix, fields[BATTERY])
  if (flags !== undefined) readFlags(fix, flags)
  else note(fix, 'flags', fields[FLAGS])
}

function readFlags(fix: Fix, flags: number): void {
  note(fix, 'flags', flags)
  if ((flags & 3) === Source.cells) note(fix, 'placedByCells', true)
  if ((flags & MODULE) === MODULE_FAULT) note(fix, 'gpsFault', true)
  // If all bits are set, including those without a meaning, the tracker never set the flags.
  if ((flags & ALL_BITS) !== ALL_BITS) note(fix, 'alarm', ALARMS.find(([bit]) => (flags >>> bit) & 1)?.[1])
  const bars = barsOfCsq((flags >>> SIGNAL_AT) & 0x1f)
  if (bars !== undefined) fix.gsmSignal = bars
}

function readSatellites(fix: Fix, fields: readonly string[]): void {
  const [inUse, inView, hdop] = [decimalOf(fields[IN_USE]), decimalOf(fields[IN_VIEW]), receiverHdopOf(decimalOf(fields[HDOP]))]
  if (isSatellites(inUse)) fix.satellites = inUse
  if (isSatellites(inView)) note(fix, 'satellitesInView', inView)
  if (hdop !== undefined) fix.hdop = hdop
}

export function setBattery(fix: Fix, text: string | undefined): void {
  const percent = decimalOf(text)
  if (isPercent(percent)) fix.batteryPercent = percent
}
