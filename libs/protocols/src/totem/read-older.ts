import type { Fix } from '@roadbook/contracts'
import { knotsToKph } from '@roadbook/geo'
import { utcOfDayFirst, utcOfYearFirst } from '../common/compact-time.js'
import { headingOf, judgeFix, keepUnreadPlace } from '../common/judge-fix.js'
import { nmeaDegrees } from '../common/nmea.js'
import { note } from '../common/note.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { isNoKey, receiverHdopOf, receiverSpeedOf } from '../common/readings.js'

const SENTENCE = '$GPRMC,'
/** Indexes of the fields between bars. */
const [HDOP, INPUTS, CLOCK, VOLTAGE, KM] = [2, 4, 5, 6, 9]
/** Indexes of the fields in the receiver's sentence. */
const [TIME, VALIDITY, LATITUDE, LONGITUDE, SPEED, COURSE, DATE] = [1, 2, 3, 5, 7, 8, 9]

const ALARMS: ReadonlyMap<string, string> = new Map([
  ['01', 'sos'],
  ['10', 'lowBattery'],
  ['11', 'overspeed'],
  ['30', 'parking'],
  ['42', 'geofenceExit'],
  ['43', 'geofenceEnter'],
])

/**
 * Reads a report with the receiver's sentence. Fields, some with their length in characters: type 2 and the sentence (or
 * zeros) · PDOP · HDOP · VDOP · inputs 12 · clock 14 · voltages 8 · [analogue inputs] · LAC and cell · temperature ·
 * odometer (km) · serial number · [key]. If there are analogue inputs, the fields after them have other indexes, so the
 * odometer is found by its form. It is the last number with a point. The temperature before it may also have a point.
 */
export function readSentence(content: string, now: number): Fix | undefined {
  const fields = content.split('|')
  const first = fields[0] ?? ''
  const said = first.slice(2)
  const isBlind = /^0+$/.test(said)
  const kmAt = fields.findLastIndex((field, at) => at >= KM && /^\d+\.\d+$/.test(field))
  if ((!isBlind && !said.startsWith(SENTENCE)) || kmAt < 0) return undefined
  const fix = isBlind ? blindAt(fields[CLOCK] ?? '', now) : fixOf(said.split(','), now)
  noteType(fix, first.slice(0, 2))
  const hdop = receiverHdopOf(decimalOf(fields[HDOP]))
  if (hdop !== undefined) fix.hdop = hdop
  note(fix, 'inputs', fields[INPUTS])
  readVoltage(fix, fields[VOLTAGE] ?? '')
  if (kmAt > KM) note(fix, 'analog', fields[kmAt - 3])
  readCell(fix, fields[kmAt - 2] ?? '')
  note(fix, 'temperature', fields[kmAt - 1])
  const km = Number(fields[kmAt])
  if (km > 0) fix.odometerM = Math.round(km * 1000)
  const key = fields[kmAt + 2] ?? ''
  if (!isNoKey(key)) note(fix, 'key', key)
  return fix
}

export function noteType(fix: Fix, type: string): void {
  note(fix, 'alarm', ALARMS.get(type))
  if (type !== 'AA') note(fix, 'alarmCode', type)
}

function blindAt(clock: string, now: number): Fix {
  const deviceTime = clock.startsWith('20') ? utcOfYearFirst(clock.slice(2, 8), clock.slice(8)) : undefined
  return judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now)
}

function fixOf(fields: readonly string[], now: number): Fix {
  const [latitudeText = '', longitudeText = ''] = [fields[LATITUDE], fields[LONGITUDE]]
  const latitude = nmeaDegrees(latitudeText, fields[LATITUDE + 1] ?? '')
  const longitude = nmeaDegrees(longitudeText, fields[LONGITUDE + 1] ?? '')
  const deviceTime = utcOfDayFirst((fields[DATE] ?? '').slice(0, 6), (fields[TIME] ?? '').slice(0, 6))
  const fix = judgeFix({ deviceTime, hasFix: fields[VALIDITY] === 'A', latitude, longitude }, now)
  if (latitude === undefined || longitude === undefined) keepUnreadPlace(fix, latitudeText, longitudeText)
  const knots = decimalOf(fields[SPEED])
  const speed = receiverSpeedOf(knots === undefined ? undefined : knotsToKph(knots))
  if (speed !== undefined) fix.speedKph = speed
  const heading = headingOf(decimalOf(fields[COURSE]) ?? NaN)
  if (heading !== undefined) fix.heading = heading
  return fix
}

/** Fields with their length in characters: charging 1 · battery 3 · external voltage 4, both in hundredths of a volt. */
function readVoltage(fix: Fix, text: string): void {
  if (!/^[01]\d{7}$/.test(text)) return note(fix, 'voltage', text)
  note(fix, 'charging', text.startsWith('1'))
  fix.batteryMv = Number(text.slice(1, 4)) * 10
  fix.externalBatteryMv = Number(text.slice(4)) * 10
}

export function readCell(fix: Fix, text: string): void {
  const [lac, cellId] = [hexOf(text.slice(0, 4)), hexOf(text.slice(4))]
  if (text.length !== 8 || lac === undefined || cellId === undefined) return note(fix, 'cell', text)
  if (lac === 0 && cellId === 0) return
  note(fix, 'lac', lac)
  note(fix, 'cellId', cellId)
}
