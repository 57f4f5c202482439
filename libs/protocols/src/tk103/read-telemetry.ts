import type { Fix } from '@roadbook/contracts'
import { type CellTower, noteCells } from '../common/cell-towers.js'
import { utcOfDayFirst } from '../common/compact-time.js'
import { judgeFix, telemetryAt } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { NO_ODOMETER, ODOMETER_LENGTH } from './read-position.js'

/** Creates a fix for telemetry with its own time (`DDMMYY`, `HHMMSS`) and without a position. */
function datedAt(date: string | undefined, time: string | undefined, now: number, utcOffsetMinutes: number): Fix {
  const local = utcOfDayFirst(date ?? '', time ?? '')
  const deviceTime = local === undefined ? undefined : local - utcOffsetMinutes * 60_000
  return judgeFix({ deviceTime, hasFix: false, latitude: undefined, longitude: undefined }, now)
}

const LEVELS: Readonly<Record<number, number>> = { 2: 10, 3: 20, 4: 50, 5: 80, 6: 100 }
const NO_LEVEL = 255
const NO_VOLTAGE = 65_535

const isVoltage = (value: number | undefined): value is number => value !== undefined && value >= 0 && value < NO_VOLTAGE

/** Reads `ZC20`. Fields: date, time, level 2…6, battery (0.01 V), supply (0.1 V), installed. */
export function readBattery(fields: readonly string[], now: number, utcOffsetMinutes: number): Fix {
  const fix = datedAt(fields[0], fields[1], now, utcOffsetMinutes)
  const [level, battery, supply] = fields.slice(2, 5).map(decimalOf)
  const percent = level === undefined ? undefined : LEVELS[level]
  if (percent !== undefined) fix.batteryPercent = percent
  else if (level !== NO_LEVEL) note(fix, 'batteryLevel', level)
  if (isVoltage(battery)) fix.batteryMv = battery * 10
  if (isVoltage(supply)) fix.externalBatteryMv = supply * 100
  return fix
}

/** Reads `BZ00`. Fields: MCC, MNC, then area and cell of each cell in hexadecimal, then the state. */
export function readTowers(fields: readonly string[], now: number): Fix {
  const fix = telemetryAt(now)
  const cells: CellTower[] = []
  for (let at = 2; at + 1 < fields.length; at += 2) {
    const lac = hexOf(fields[at])
    const cellId = hexOf(fields[at + 1])
    if (lac !== undefined && cellId !== undefined) cells.push({ mcc: Number(fields[0]), mnc: Number(fields[1]), lac, cellId })
  }
  noteCells(fix, cells)
  if (fields.length % 2 === 1) note(fix, 'state', fields.at(-1))
  return fix
}

/**
 * Reads `{mcc,mnc,lac,cell}`, one per line, and the odometer in metres (eight hexadecimal digits). Everything else is stored
 * as text.
 */
export function readBracedTowers(body: string, now: number): Fix {
  const fix = telemetryAt(now)
  const cells: CellTower[] = []
  let end = 0
  for (let open = body.indexOf('{'); open >= 0; open = body.indexOf('{', end)) {
    const close = body.indexOf('}', open)
    if (close < 0) break
    const [mcc = '', mnc = '', lac = '', cellId = '', signal] = body.slice(open + 1, close).split(',')
    cells.push({ mcc, mnc, lac, cellId, signal })
    end = close + 1
  }
  noteCells(fix, cells)
  const rest = body
    .slice(end)
    .split(',')
    .filter((field) => field !== '')
    .join(',')
  const odometer = rest.length === ODOMETER_LENGTH ? hexOf(rest) : undefined
  if (odometer === undefined) note(fix, 'extras', rest)
  else if (odometer !== NO_ODOMETER) fix.odometerM = odometer
  return fix
}

/** Reads `DW5x`. Fields: MCC, MNC, area, cell, count, MAC*signal*channel…, date, time. */
export function readWifi(fields: readonly string[], now: number, utcOffsetMinutes: number): Fix | undefined {
  const count = decimalOf(fields[4])
  if (count === undefined || !Number.isInteger(count) || count < 0 || fields.length < 7) return undefined
  const time = fields.findIndex((field, at) => at > 4 && !field.includes('*') && field !== '')
  const fix = datedAt(fields[time], fields[time + 1], now, utcOffsetMinutes)
  noteCells(fix, [{ mcc: fields[0]!, mnc: fields[1]!, lac: fields[2]!, cellId: fields[3]! }])
  note(fix, 'wifi', fields.slice(5, Math.min(time, 5 + count)).join(';'))
  return fix
}
