import type { Fix } from '@roadbook/contracts'
import { type CellTower, noteCells } from '../common/cell-towers.js'
import { isDigits, utcOfDayFirst } from '../common/compact-time.js'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { note } from '../common/note.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { isPercent, isSatellites, receiverSpeedOf } from '../common/readings.js'
import { readStatus } from './status.js'

const CELLS = 16
/** Units of the device's signal (0 to 100) for one bar of the column's scale. */
const SIGNAL_PER_BAR = 20

/**
 * Finds the first field of a position. This field follows the message type, or one more field that is between them (a
 * language, the local time).
 */
export function findPosition(fields: readonly string[]): number | undefined {
  for (const at of [1, 2]) if (isDate(fields[at]) && isDate(fields[at + 1]) && isLetter(fields[at + 2])) return at
  return undefined
}

const isDate = (text: string | undefined): boolean => text !== undefined && text.length === 6 && isDigits(text)
const isLetter = (text: string | undefined): boolean => text === 'A' || text === 'V'

/**
 * Reads date, time, A or V, latitude, N or S, longitude, E or W, km/h, course, altitude, satellites, signal, battery, steps,
 * turns in sleep, status, cells, Wi-Fi, accuracy. Undefined if the coordinates cannot be read.
 */
export function readPosition(
  fields: readonly string[],
  at: number,
  isAlarm: boolean,
  now: number,
  utcOffsetMinutes: number,
): Fix | undefined {
  const latitude = degreesOf(fields[at + 3], fields[at + 4], 'N', 'S')
  const longitude = degreesOf(fields[at + 5], fields[at + 6], 'E', 'W')
  const isEmpty = !fields[at + 3] && !fields[at + 5]
  if (!isEmpty && (latitude === undefined || longitude === undefined)) return undefined
  const local = utcOfDayFirst(fields[at]!, fields[at + 1]!)
  const deviceTime = local === undefined ? undefined : local - utcOffsetMinutes * 60_000
  const fix = judgeFix({ deviceTime, hasFix: fields[at + 2] === 'A', latitude, longitude }, now)
  const [speed, course, altitude, satellites, signal, battery, steps, turns] = fields.slice(at + 7, at + 15).map(decimalOf)
  const kph = receiverSpeedOf(speed)
  if (kph !== undefined) fix.speedKph = kph
  const heading = headingOf(course ?? NaN)
  if (heading !== undefined) fix.heading = heading
  if (altitude !== undefined) fix.altitudeM = altitude
  if (isSatellites(satellites)) fix.satellites = satellites
  if (isPercent(signal)) fix.gsmSignal = Math.ceil(signal / SIGNAL_PER_BAR)
  if (isPercent(battery)) fix.batteryPercent = battery
  note(fix, 'steps', steps)
  if (turns !== undefined && turns > 0) note(fix, 'turnsInSleep', turns)
  readStatus(fix, hexOf(fields[at + 15]), isAlarm)
  readSurroundings(fix, fields, at + CELLS)
  return fix
}

/** Reads degrees. South and west can be shown by the hemisphere letter or by the sign. */
function degreesOf(
  text: string | undefined,
  hemisphere: string | undefined,
  positive: string,
  negative: string,
): number | undefined {
  const degrees = decimalOf(text?.trim())
  if (degrees === undefined || hemisphere === undefined) return undefined
  if (hemisphere === '') return degrees
  if (hemisphere !== positive && hemisphere !== negative) return undefined
  return hemisphere === negative ? -Math.abs(degrees) : degrees
}

/**
 * Reads cells and Wi-Fi networks: count, delay, MCC, MNC, {area, cell, signal}; count, {name, MAC, signal}; accuracy in
 * metres. Names may contain any characters.
 */
function readSurroundings(fix: Fix, fields: readonly string[], from: number): void {
  const count = decimalOf(fields[from])
  if (count === undefined || !Number.isInteger(count) || count < 0) return
  let at = from + 1
  if (count > 0) {
    const end = at + 3 + 3 * count
    if (end > fields.length) return note(fix, 'extras', fields.slice(from).join(','))
    const cells: CellTower[] = []
    for (let cell = at + 3; cell < end; cell += 3)
      cells.push({
        mcc: fields[at + 1]!,
        mnc: fields[at + 2]!,
        lac: fields[cell]!,
        cellId: fields[cell + 1]!,
        signal: fields[cell + 2]!,
      })
    noteCells(fix, cells)
    at = end
  }
  const points = decimalOf(fields[at])
  if (points === undefined) return
  const wifi: string[] = []
  for (let point = 0; point < points && isMac(fields[at + 2 + 3 * point]); point++)
    wifi.push(`${fields[at + 2 + 3 * point]},${fields[at + 3 + 3 * point] ?? ''}`)
  note(fix, 'wifi', wifi.join(';'))
  if (wifi.length === points && at + 1 + 3 * points === fields.length - 1) note(fix, 'accuracyM', decimalOf(fields.at(-1)))
}

const isMac = (text: string | undefined): boolean => text !== undefined && text.length === 17 && text[2] === ':'
