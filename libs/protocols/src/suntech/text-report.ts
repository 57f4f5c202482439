import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix, keepUnreadPlace, telemetryAt } from '../common/judge-fix.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { isNoKey, isSatellites, receiverSpeedOf, within } from '../common/readings.js'
import { alertOf, emergencyOf } from './codes.js'
import { amountOf, isDate, isTime, millivolts, note, timeOf } from './values.js'

/** A report of the series ST200 to ST900, split at its semicolons. */
export interface TextReport {
  /** For example `ST300` or `SA200`. */
  series: string
  /** `STT`, `EMG`, `EVT`, `ALT` or `UEX`. In ST9xx `Location`, `Emergency` or `Alert`. */
  type: string
  fields: readonly string[]
}

/** Finds the date. The number of fields before it depends on the series. */
export function findDate(fields: readonly string[]): number {
  for (let at = 2; at + 3 < fields.length; at++) if (isDate(fields[at]!) && isTime(fields[at + 1]!)) return at
  return -1
}

/** Possible numbers of fields about the cell: none, its number, or its number and four fields about its network. */
const CELL_FIELDS = [0, 1, 5]

/**
 * Finds the position. Latitude and longitude follow the cell and are recognised by a sign or a decimal point. If they are
 * empty or zeros, they are found by the speed, which follows them and is then the first field with a point.
 */
function findPlace(fields: readonly string[], from: number): number {
  for (const cell of CELL_FIELDS)
    if (isCoordinate(fields[from + cell]) && isCoordinate(fields[from + cell + 1])) return from + cell
  let speed = from
  while (speed < fields.length && speed < from + 8 && !fields[speed]!.includes('.')) speed++
  return Math.max(speed - 2, from)
}

const isCoordinate = (text = ''): boolean => text.startsWith('-') || text.startsWith('+') || text.includes('.')

/** Reads date, time, cell (no field, one, or five), latitude, longitude, speed, course, satellites, fix … */
export function readTextReport(report: TextReport, now: number): Fix | string {
  const { fields } = report
  const date = findDate(fields)
  if (date < 0) return 'no date and time'
  const place = findPlace(fields, date + 2)
  const isPocket = report.series.startsWith('ST9')
  const fixAt = place + (isPocket ? 4 : 5)
  const fix = judgeFix(
    {
      deviceTime: timeOf(fields[date]!, fields[date + 1]!),
      hasFix: fields[fixAt] === '1',
      latitude: decimalOf(fields[place]),
      longitude: decimalOf(fields[place + 1]),
    },
    now,
  )
  if (fix.latitude === undefined && fields[place] && fields[place + 1]) keepUnreadPlace(fix, fields[place], fields[place + 1])
  const speed = receiverSpeedOf(decimalOf(fields[place + 2]))
  if (speed !== undefined) fix.speedKph = speed
  const heading = headingOf(decimalOf(fields[place + 3]) ?? NaN)
  if (heading !== undefined) fix.heading = heading
  note(fix, 'report', report.type)
  readCell(fix, fields, date + 2, place)
  if (isPocket) readPocket(fix, report, fixAt + 1, place > date + 2)
  else {
    const satellites = decimalOf(fields[place + 4])
    if (isSatellites(satellites)) fix.satellites = satellites
    if (report.series.startsWith('ST4')) readBatteryPowered(fix, report, date)
    else readVehicle(fix, report, fixAt + 1)
  }
  return fix
}

/** Reads the cell. Its fields are only the cell, or cell, MCC, MNC, area, signal. */
function readCell(fix: Fix, fields: readonly string[], from: number, to: number): void {
  if (to === from) return
  note(fix, 'cell', fields[from])
  if (to - from < 5) return
  note(fix, 'mcc', decimalOf(fields[from + 1]))
  note(fix, 'mnc', decimalOf(fields[from + 2]))
  note(fix, 'lac', hexOf(fields[from + 3]))
  note(fix, 'signalLevel', decimalOf(fields[from + 4]))
}

/** Reads the fields of ST9xx: battery (V) or, if the report contains a cell, distance (m) and charge. */
function readPocket(fix: Fix, { type, fields }: TextReport, from: number, hasCell: boolean): void {
  if (type === 'Emergency') note(fix, 'alarm', 'sos')
  if (type === 'Alert') note(fix, 'alarm', 'general')
  const text = fields[from]
  if (!hasCell) {
    const battery = text?.includes('.') ? millivolts(text) : undefined
    if (battery !== undefined) fix.batteryMv = battery
    return
  }
  const distance = amountOf(text)
  if (distance !== undefined) fix.odometerM = distance
  const charge = decimalOf(fields[from + 1])
  if (charge !== undefined && charge >= 0 && charge <= 100) fix.batteryPercent = charge
}

/**
 * Finds the cells after the model. Newer firmware sends one field before the cells. The cells are found by the country
 * code, which is the same in the first and in the second cell.
 */
function cellsAt(fields: readonly string[]): number {
  const isCountry = (at: number) => /^[2-7]\d\d$/.test(fields[at] ?? '')
  const isSame = (at: number) => isCountry(at) && fields[at] === fields[at + FIELDS_OF_CELL]
  return isCountry(5) && (isSame(5) || !isSame(6)) ? 4 : 5
}

const CELLS = 7
const FIELDS_OF_CELL = 6

/**
 * Reads a report of an ST4xx whose receiver has not had a fix yet. It contains cells and battery. The fields for date and
 * position are empty.
 */
export function readBlindReport(report: TextReport, now: number): Fix | undefined {
  const { type, fields } = report
  const fix = telemetryAt(now)
  note(fix, 'report', type)
  if (type === 'STT' || type === 'ALT') readBatteryPowered(fix, report, fields.length)
  return fix.batteryMv === undefined ? undefined : fix
}

/** Reads the fields of ST4xx: seven cells before the date, then battery (V), live flag, serial number, mode. */
function readBatteryPowered(fix: Fix, { type, fields }: TextReport, date: number): void {
  const cells = cellsAt(fields)
  const at = cells + CELLS * FIELDS_OF_CELL
  if (at + 4 > date) return
  const battery = millivolts(fields[at])
  if (battery !== undefined) fix.batteryMv = battery
  if (fields[at + 1] === '0') note(fix, 'buffered', true)
  note(fix, 'index', decimalOf(fields[at + 2]))
  if (type === 'ALT') note(fix, 'alarm', alertOf(decimalOf(fields[at + 3]) ?? 0))
  else note(fix, 'mode', decimalOf(fields[at + 3]))
  note(fix, 'cell', fields[cells])
  note(fix, 'mcc', decimalOf(fields[cells + 1]))
  note(fix, 'mnc', decimalOf(fields[cells + 2]))
  note(fix, 'signalLevel', decimalOf(fields[cells + 3]))
  note(fix, 'lac', decimalOf(fields[cells + 4]))
}

/**
 * Reads distance (m), supply (V), inputs and outputs. After them come fields that depend on the report's type, and fields of
 * newer firmware.
 */
function readVehicle(fix: Fix, report: TextReport, from: number): void {
  const { type, series, fields } = report
  const distance = amountOf(fields[from])
  if (distance !== undefined) fix.odometerM = distance
  const supply = millivolts(fields[from + 1])
  if (supply !== undefined) fix.externalBatteryMv = supply
  readInputs(fix, fields[from + 2])
  const code = decimalOf(fields[from + 3])
  if (type === 'STT') {
    note(fix, 'mode', code)
    note(fix, 'index', decimalOf(fields[from + 4]))
    if (series !== 'ST500') readAppended(fix, fields, from + 5)
    return
  }
  if (code !== undefined && type === 'EMG') note(fix, 'alarm', emergencyOf(code))
  if (code !== undefined && type === 'ALT') note(fix, 'alarm', alertOf(code))
  if (code !== undefined && type !== 'UEX') fix.event = code
  // A checksum follows the serial data, so the appended fields begin later.
  readAppended(fix, fields, from + (type === 'UEX' ? 6 : 4))
}

/** Reads ignition, inputs 1–3, outputs 1 and 2, each of one digit. */
function readInputs(fix: Fix, text: string | undefined): void {
  if (text === undefined || !/^[01]{6,}$/.test(text)) return
  fix.ignition = text[0] === '1'
  for (let input = 1; input <= 3; input++) note(fix, `input${input}`, text[input] === '1')
  for (let output = 1; output <= 2; output++) note(fix, `output${output}`, text[3 + output] === '1')
}

/** Measuring range of a one-wire thermometer in °C. */
const [COLDEST, HOTTEST] = [-55, 125]

/**
 * Reads minutes of operation, backup battery (V) and live flag. After them come, in any combination, analogue inputs (with
 * a decimal point), the driver's key (14 or 16 digits) and temperatures (`sensor:degrees`). Their form shows which of these
 * a field is.
 */
function readAppended(fix: Fix, fields: readonly string[], from: number): void {
  const minutes = amountOf(fields[from])
  if (minutes !== undefined) note(fix, 'engineHoursS', minutes * 60)
  const battery = fields[from + 1]?.includes('.') ? millivolts(fields[from + 1]) : undefined
  if (battery !== undefined) fix.batteryMv = battery
  if (fields[from + 2] === '0') note(fix, 'buffered', true)
  let analog = 0
  let sensor = 0
  for (let at = from + 3; at < fields.length; at++) {
    const text = fields[at]!
    const colon = text.indexOf(':')
    if (colon >= 0) {
      sensor++
      note(fix, `temperature${sensor}C`, within(decimalOf(text.slice(colon + 1)), COLDEST, HOTTEST))
    } else if (text.length >= 14 && !isNoKey(text)) note(fix, 'driverId', text)
    else if (text.includes('.')) note(fix, `analog${++analog}V`, decimalOf(text))
  }
}
