import type { Fix } from '@roadbook/contracts'
import { knotsToKph } from '@roadbook/geo'
import { noteCells } from '../common/cell-towers.js'
import { isDigits, utcOfDayFirst } from '../common/compact-time.js'
import { headingOf, judgeFix, keepUnreadPlace } from '../common/judge-fix.js'
import { nmeaDegrees } from '../common/nmea.js'
import { note } from '../common/note.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { receiverSpeedOf } from '../common/readings.js'

/** Indexes of the fields in the receiver's sentence. */
const [TIME, VALIDITY, LATITUDE, LONGITUDE, SPEED, COURSE, DATE] = [1, 2, 3, 5, 7, 8, 9]
/** Indexes of the fields after the IMEI. */
const [SATELLITES, ALTITUDE, BATTERY, CHARGING, MCC, MNC, LAC, CELL, DISTANCE] = [1, 2, 3, 4, 7, 8, 9, 10, 11]
const STAR_BYTES = 3
const VOLTAGE = /^([FL]):(\d{1,2}(?:\.\d{1,3})?)V(?:\/ADC1=(\d{1,3}(?:\.\d{1,3})?)V)?(?:\/ADC2=(\d{1,3}(?:\.\d{1,3})?)V)?$/

/** Reasons for a report, in small letters and without an exclamation mark. */
const ALARMS: ReadonlyMap<string, string> = new Map([
  ['help me', 'sos'],
  ['low battery', 'lowBattery'],
  ['move', 'movement'],
  ['moved', 'movement'],
  ['stockade', 'geofence'],
  ['speed', 'overspeed'],
  ['door alarm', 'door'],
])
const IGNITION: ReadonlyMap<string, boolean> = new Map([
  ['acc on', true],
  ['accstart', true],
  ['acc off', false],
  ['accstop', false],
])

/**
 * Reads a report. Its fields in this order (those in brackets are only in some reports): [clock · phone number that may
 * send commands] · sentence of the GPS receiver (NMEA) · F or L · reason · IMEI · [satellites · altitude · battery ·
 * charging · length · checksum · cell · distance].
 */
export function readReport(
  before: string,
  sentence: { from: number; star: number } | undefined,
  behind: readonly string[],
  now: number,
): Fix {
  const head = before.slice(0, sentence?.from ?? before.length).split(',')
  const fix = readSentence(sentence ? before.slice(sentence.from, sentence.star).split(',') : [], now)
  const said = sentence ? before.slice(sentence.star + STAR_BYTES).split(',') : head.slice(2)
  readSignal(
    fix,
    said.map((field) => field.trim()).filter((field) => field !== ''),
  )
  if (head.length > 1) note(fix, 'phone', head[1]!.trim())
  readTelemetry(fix, behind)
  return fix
}

function readSentence(fields: readonly string[], now: number): Fix {
  const time = fields[TIME] ?? ''
  const [latitudeText = '', longitudeText = ''] = [fields[LATITUDE], fields[LONGITUDE]]
  const latitude = degreesOf(latitudeText, fields[LATITUDE + 1])
  const longitude = degreesOf(longitudeText, fields[LONGITUDE + 1])
  const seconds = utcOfDayFirst(fields[DATE] ?? '', time.slice(0, 6))
  const fraction = decimalOf(`0${time.slice(6)}`) ?? 0
  const deviceTime = seconds === undefined ? undefined : seconds + Math.floor(fraction * 1000)
  const fix = judgeFix({ deviceTime, hasFix: fields[VALIDITY] === 'A', latitude, longitude }, now)
  const isTold = latitudeText !== '' || longitudeText !== ''
  if (isTold && (latitude === undefined || longitude === undefined)) keepUnreadPlace(fix, latitudeText, longitudeText)
  const speed = receiverSpeedOf(knotsToKph(decimalOf(fields[SPEED]) ?? NaN))
  if (speed !== undefined) fix.speedKph = speed
  const heading = headingOf(decimalOf(fields[COURSE]) ?? NaN)
  if (heading !== undefined) fix.heading = heading
  return fix
}

const degreesOf = (text: string, hemisphere = ''): number | undefined => (text === '' ? undefined : nmeaDegrees(text, hemisphere))

/**
 * Reads the signal and the reason. F means good satellite reception, and L means bad reception. The reason is an alarm, the
 * ignition, or an undocumented text.
 */
function readSignal(fix: Fix, [signal, what]: readonly string[]): void {
  if (signal === 'L') note(fix, 'gpsSignalLow', true)
  if (what === undefined) return
  const key = what.toLowerCase().replace(/!$/, '')
  const ignition = IGNITION.get(key)
  if (ignition !== undefined) fix.ignition = ignition
  note(fix, 'alarm', ALARMS.get(key))
  note(fix, 'event', what)
}

function readTelemetry(fix: Fix, fields: readonly string[]): void {
  const satellites = fields[SATELLITES] ?? ''
  if (isDigits(satellites) && satellites.length <= 2) fix.satellites = Number(satellites)
  const altitude = decimalOf(fields[ALTITUDE])
  if (altitude !== undefined) fix.altitudeM = altitude
  const [, level, volts, first, second] = VOLTAGE.exec(fields[BATTERY] ?? '') ?? []
  if (volts !== undefined) fix.batteryMv = millivolts(volts)
  if (level === 'L') note(fix, 'batteryLow', true)
  if (first !== undefined) note(fix, 'analogInput1Mv', millivolts(first))
  if (second !== undefined) note(fix, 'analogInput2Mv', millivolts(second))
  const charging = fields[CHARGING]
  if (charging === '0' || charging === '1') note(fix, 'charging', charging === '1')
  const [mcc, mnc] = [decimalOf(fields[MCC]), decimalOf(fields[MNC])]
  const [lac, cellId] = [hexOf(fields[LAC]), hexOf(fields[CELL])]
  if (mcc !== undefined && mnc !== undefined && lac !== undefined && cellId !== undefined)
    noteCells(fix, [{ mcc, mnc, lac, cellId }])
  const distance = fields[DISTANCE]
  if (distance?.endsWith('km')) note(fix, 'distanceKm', decimalOf(distance.slice(0, -2)))
}

const millivolts = (volts: string): number => Math.round(Number(volts) * 1000)
