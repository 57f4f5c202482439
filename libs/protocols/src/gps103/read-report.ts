import type { Fix } from '@roadbook/contracts'
import { knotsToKph } from '@roadbook/geo'
import { isDigits } from '../common/compact-time.js'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { nmeaDegrees } from '../common/nmea.js'
import { note } from '../common/note.js'
import { isNoKey, receiverSpeedOf } from '../common/readings.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { percentOf, readKeyword } from './keywords.js'
import { joinClocks, readLocal, readTimeOfDay, zoneOf } from './local-time.js'

/** Indexes of a report's fields. */
const KEYWORD = 1
const LOCAL_TIME = 2
const PHONE = 3
const SOURCE = 4
const UTC = 5
const VALIDITY = 6
const LATITUDE = 7
const LONGITUDE = 9
const SPEED = 11
const COURSE = 12
const ALTITUDE = 13
const IGNITION = 14
const DOOR = 15
const FUEL = 16
const TEMPERATURE = 18

/** A report and, if the report contains two clocks, the offset of the device's local time. */
export interface Report {
  fix: Fix
  zoneMinutes?: number
}

/**
 * Reads a report. It contains a position if it is marked `F`, and the cell if it is marked `L`. Undefined if a position
 * cannot be read.
 * @param zoneMinutes offset for a report that contains only local time. It is the configured offset or, without one, the
 *   offset that earlier reports showed
 * @param configuredMinutes the offset configured for the device, if there is one
 */
export function readReport(
  fields: readonly string[],
  now: number,
  zoneMinutes: number,
  configuredMinutes = 0,
): Report | undefined {
  if (fields[SOURCE] !== 'F') return { fix: readCellReport(fields, now, zoneMinutes) }
  const latitude = axisOf(fields, LATITUDE)
  const longitude = axisOf(fields, LONGITUDE)
  const isEmpty = !fields[LATITUDE] && !fields[LONGITUDE]
  if (!isEmpty && (latitude === undefined || longitude === undefined)) return undefined
  const local = readLocal(fields[LOCAL_TIME] ?? '')
  const timeOfDay = readTimeOfDay(fields[UTC] ?? '')
  const utc = local === undefined || timeOfDay === undefined ? undefined : joinClocks(local, timeOfDay)
  const deviceTime = utc === undefined ? local && local - zoneMinutes * 60_000 : utc - offsetOfUtc(local!, utc, configuredMinutes)
  const fix = judgeFix({ deviceTime, hasFix: fields[VALIDITY] === 'A', latitude, longitude }, now)
  readMotion(fix, fields)
  readKeyword(fix, fields[KEYWORD] ?? '')
  readPhone(fix, fields)
  readVehicle(fix, fields)
  return { fix, ...(local !== undefined && utc !== undefined && { zoneMinutes: zoneOf(local, utc) }) }
}

/**
 * Returns the offset to subtract from the report's UTC time, in milliseconds. It is normally 0. But some devices write local
 * time in the field for UTC. The two times of the report then differ by less than a minute, and the device's offset is
 * subtracted.
 */
const offsetOfUtc = (local: number, utc: number, zoneMinutes: number): number =>
  Math.abs(utc - local) < 60_000 ? zoneMinutes * 60_000 : 0

/** Reads a coordinate and its hemisphere, which may come in either order. */
function axisOf(fields: readonly string[], at: number): number | undefined {
  const first = fields[at] ?? ''
  const second = fields[at + 1] ?? ''
  return isHemisphere(first) ? nmeaDegrees(second, first) : nmeaDegrees(first, second)
}

/** Returns true for a hemisphere letter, and for the empty field of a device that writes signs instead. */
const isHemisphere = (text: string): boolean => text.length <= 1 && 'NSEW'.includes(text)

function readMotion(fix: Fix, fields: readonly string[]): void {
  const speed = receiverSpeedOf(knotsToKph(decimalOf(fields[SPEED]) ?? NaN))
  if (speed !== undefined) fix.speedKph = speed
  const heading = headingOf(decimalOf(fields[COURSE]) ?? NaN)
  if (heading !== undefined) fix.heading = heading
  const altitude = decimalOf(fields[ALTITUDE])
  if (altitude !== undefined) fix.altitudeM = altitude
}

/** Reads a field that contains a phone number, a driver's card, or the battery level of a portable model. */
function readPhone(fix: Fix, fields: readonly string[]): void {
  const text = fields[PHONE] ?? ''
  if (text === '') return
  const percent = text.endsWith('%') ? percentOf(text) : undefined
  if (fields[KEYWORD] === 'rfid') {
    if (!isNoKey(text)) note(fix, 'driverUniqueId', text)
  } else if (percent !== undefined) fix.batteryPercent = percent
  else note(fix, isPhone(text) ? 'phone' : 'field3', text)
}

const isPhone = (text: string): boolean => isDigits(text[0] === '+' ? text.slice(1) : text.replaceAll(' ', ''))

function readVehicle(fix: Fix, fields: readonly string[]): void {
  const ignition = switchOf(fields[IGNITION])
  if (ignition !== undefined) fix.ignition = ignition
  note(fix, 'doorOpen', switchOf(fields[DOOR]))
  const first = fields[FUEL]
  const second = fields[FUEL + 1]
  note(fix, 'fuel1Percent', percentOf(first))
  if (fields[KEYWORD] === 'DTC') note(fix, 'dtcs', second)
  else note(fix, 'fuel2Percent', percentOf(second))
  note(fix, 'temperatureC', decimalOf(fields[TEMPERATURE]))
}

const switchOf = (text: string | undefined): boolean | undefined => (text === '0' || text === '1' ? text === '1' : undefined)

/**
 * Reads the serving cell of a report without a position. The location area and the cell, in hexadecimal, take the place of
 * the coordinates.
 */
function readCellReport(fields: readonly string[], now: number, zoneMinutes: number): Fix {
  const local = readLocal(fields[LOCAL_TIME] ?? '')
  const deviceTime = local === undefined ? undefined : local - zoneMinutes * 60_000
  const fix = judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now)
  note(fix, 'lac', hexOf(fields[LATITUDE]))
  note(fix, 'cellId', hexOf(fields[LONGITUDE]))
  readKeyword(fix, fields[KEYWORD] ?? '')
  readPhone(fix, fields)
  return fix
}
