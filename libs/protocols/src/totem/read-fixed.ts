import type { Fix } from '@roadbook/contracts'
import { knotsToKph } from '@roadbook/geo'
import { utcOfDayFirst, utcOfYearFirst } from '../common/compact-time.js'
import { headingOf, judgeFix, keepUnreadPlace } from '../common/judge-fix.js'
import { nmeaDegrees } from '../common/nmea.js'
import { note } from '../common/note.js'
import { receiverHdopOf, receiverSpeedOf } from '../common/readings.js'
import { noteType, readCell } from './read-older.js'

const HEXADECIMAL = '[\\dA-Fa-f]'
const DATE = '(?<type>[\\dA-Fa-f]{2})(?<date>\\d{6})(?<time>\\d{6})'

/**
 * Fields with their length in characters: type 2 · date 6 (year first) · time 6 · inputs 4 · charging 1 · battery 2 (0.1 V) ·
 * external voltage 2 (V) · analogue inputs 8 · temperatures 6 · LAC and cell 8 · validity 1 · satellites 2 · course 3 ·
 * speed 3 (km/h) · PDOP 4 · odometer 7 (km) · latitude and longitude 21 · serial number 4.
 */
const FIXED = new RegExp(
  `^${DATE}(?<inputs>${HEXADECIMAL}{4})(?<charging>[01])(?<battery>\\d\\d)(?<power>\\d\\d)(?<analog>\\d{8})(?<temperature>\\d{6})(?<cell>${HEXADECIMAL}{8})` +
    '(?<valid>[AV])(?<satellites>\\d\\d)(?<course>\\d{3})(?<kph>\\d{3})\\d\\d\\.\\d(?<km>\\d{7})' +
    '(?<latitude>\\d{4}\\.\\d{4})(?<north>[NS])(?<longitude>\\d{5}\\.\\d{4})(?<east>[EW])\\d{4}$',
)

/**
 * Fields between bars. Some have a fixed length in characters: type 2, date 6 (day first) and time 6 together · validity ·
 * latitude and longitude · speed (knots) · course · HDOP · inputs 12 · voltages 5 · analogue inputs · LAC and cell 8 ·
 * temperature · odometer (km) · serial number.
 */
const BETWEEN_BARS = new RegExp(
  `^${DATE}\\|(?<valid>[AV])\\|(?<latitude>[\\d.]+)\\|(?<north>[NS])\\|(?<longitude>[\\d.]+)\\|(?<east>[EW])\\|(?<knots>\\d+\\.\\d+)?\\|(?<course>\\d+)?` +
    `\\|(?<hdop>\\d+\\.\\d+)\\|(?<inputs>[01]+)\\|(?<charging>[01])(?<battery>\\d\\d)(?<power>\\d\\d)\\|(?<analog>\\d+)\\|(?<cell>${HEXADECIMAL}{8})` +
    '\\|(?<temperature>\\d+)\\|(?<km>\\d+\\.\\d+)\\|\\d+\\|?$',
)

/** Reads an older report that does not contain the receiver's NMEA sentence, in either layout. */
export function readFixed(content: string, now: number): Fix | undefined {
  const fixed = FIXED.exec(content)?.groups
  const found = fixed ?? BETWEEN_BARS.exec(content)?.groups
  if (!found) return undefined
  const { date = '', time = '', latitude: latitudeText = '', longitude: longitudeText = '' } = found
  const latitude = nmeaDegrees(latitudeText, found.north ?? '')
  const longitude = nmeaDegrees(longitudeText, found.east ?? '')
  const deviceTime = fixed ? utcOfYearFirst(date, time) : utcOfDayFirst(date, time)
  const fix = judgeFix({ deviceTime, hasFix: found.valid === 'A', latitude, longitude }, now)
  if (latitude === undefined || longitude === undefined) keepUnreadPlace(fix, latitudeText, longitudeText)
  noteType(fix, found.type ?? '')
  const kph = found.kph === undefined ? knotsToKph(Number(found.knots ?? NaN)) : Number(found.kph)
  const speed = receiverSpeedOf(Number.isNaN(kph) ? undefined : kph)
  if (speed !== undefined) fix.speedKph = speed
  const heading = headingOf(Number(found.course ?? NaN))
  if (heading !== undefined) fix.heading = heading
  if (found.satellites !== undefined) fix.satellites = Number(found.satellites)
  const hdop = receiverHdopOf(Number(found.hdop))
  if (hdop !== undefined) fix.hdop = hdop
  note(fix, 'inputs', found.inputs)
  note(fix, 'charging', found.charging === '1')
  fix.batteryMv = Number(found.battery) * 100
  fix.externalBatteryMv = Number(found.power) * 1000
  note(fix, 'analog', found.analog)
  readCell(fix, found.cell ?? '')
  note(fix, 'temperature', found.temperature)
  const km = Number(found.km)
  if (km > 0) fix.odometerM = Math.round(km * 1000)
  return fix
}
