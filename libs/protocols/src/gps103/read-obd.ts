import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { utcOfDayFirst } from '../common/compact-time.js'
import { note } from '../common/note.js'
import { decimalOf } from '../common/plain-number.js'
import { isSatellites, receiverHdopOf, receiverSpeedOf } from '../common/readings.js'
import { barsOfCsq } from '../common/signal.js'
import { percentOf } from './keywords.js'
import { readLocal } from './local-time.js'

/**
 * Ranges of values on the engine's bus (SAE J1979). A coolant temperature is one byte that starts at −40 °C. An engine speed
 * is two bytes in quarters of a revolution; all bits set means no reading.
 */
const [COLDEST, HOTTEST, NO_RPM] = [-40, 215, 16_383]

/**
 * Reads `OBD,local time,odometer km,l/100 km now,l/100 km on average,hours,km/h,load,coolant °C,throttle,rpm,battery
 * V,trouble codes…`
 */
export function readObd(fields: readonly string[], now: number, zoneMinutes: number): Fix {
  const local = readLocal(fields[2] ?? '')
  const deviceTime = local === undefined ? undefined : local - zoneMinutes * 60_000
  const fix = judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now)
  const odometer = decimalOf(fields[3])
  if (odometer !== undefined && odometer >= 0) fix.odometerM = odometer * 1000
  const battery = decimalOf(fields[12])
  if (battery !== undefined && battery > 0) fix.externalBatteryMv = Math.round(battery * 1000)
  note(fix, 'fuelConsumptionNow', decimalOf(fields[4]))
  note(fix, 'fuelConsumption', decimalOf(fields[5]))
  note(fix, 'engineHours', decimalOf(fields[6]))
  note(fix, 'obdSpeedKph', decimalOf(fields[7]))
  note(fix, 'engineLoadPercent', percentOf(fields[8]))
  const coolant = decimalOf(fields[9])
  if (coolant !== undefined && coolant >= COLDEST && coolant <= HOTTEST) note(fix, 'coolantTemperatureC', coolant)
  note(fix, 'throttlePercent', percentOf(fields[10]))
  const rpm = decimalOf(fields[11])
  if (rpm !== undefined && rpm >= 0 && rpm < NO_RPM) note(fix, 'rpm', rpm)
  note(
    fix,
    'dtcs',
    fields
      .slice(13)
      .filter((code) => code !== '')
      .join(' '),
  )
  return fix
}

/** Returns true for the layout that has a time of day and a date of six digits each, and signed degrees. */
export const isDecimalLayout = (fields: readonly string[]): boolean =>
  fields.length >= 18 && utcOfDayFirst(fields[6]!, fields[5]!) !== undefined && fields[9]!.includes('.')

/**
 * Reads
 * `name,event,sensor,voltage,HHMMSS,DDMMYY,signal,fix,latitude,longitude,km/h,course,altitude,HDOP,satellites,ignition,charge,error,*`
 * in UTC and signed degrees. A field of dashes has no value.
 */
export function readDecimalLayout(fields: readonly string[], now: number, zoneMinutes: number): Fix {
  const [csq, quality, latitude, longitude, speed, course, altitude, hdop, satellites] = fields.slice(7, 16).map(decimalOf)
  const told = utcOfDayFirst(fields[6]!, fields[5]!)
  const deviceTime = told === undefined ? undefined : told - zoneMinutes * 60_000
  const fix = judgeFix({ deviceTime, hasFix: (quality ?? 0) > 0, latitude, longitude }, now)
  const kph = receiverSpeedOf(speed)
  if (kph !== undefined) fix.speedKph = kph
  const heading = headingOf(course ?? NaN)
  if (heading !== undefined) fix.heading = heading
  if (altitude !== undefined) fix.altitudeM = altitude
  const precision = receiverHdopOf(hdop)
  if (precision !== undefined) fix.hdop = precision
  if (isSatellites(satellites)) fix.satellites = satellites
  const bars = barsOfCsq(csq)
  if (bars !== undefined) fix.gsmSignal = bars
  if (fields[16] === '0' || fields[16] === '1') fix.ignition = fields[16] === '1'
  if (fields[17] === '0' || fields[17] === '1') note(fix, 'charging', fields[17] === '1')
  for (const [at, name] of NAMED) if (!isDashes(fields[at]!)) note(fix, name, fields[at])
  return fix
}

const NAMED = [
  [2, 'event'],
  [3, 'sensorId'],
  [4, 'sensorVoltageV'],
] as const

function isDashes(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text[at] !== '-') return false
  return true
}
