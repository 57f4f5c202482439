import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { type Report, isStamp, note, timeOf } from './report.js'

/** Fields before the GNSS time: accuracy, speed, azimuth, altitude, longitude, latitude. */
const BEFORE_TIME = 6
/** The GNSS time and the cell behind it: MCC, MNC, LAC, cell id. */
const CELL_FIELDS = 4

/**
 * Where the GNSS times of a report's positions are. The layouts of the families differ in what is around the positions, so
 * they are found by their form: a longitude and a latitude with a decimal point, then a time of 14 digits.
 */
export function findPositions({ fields, start, end }: Report): number[] {
  const found: number[] = []
  for (let at = start + 2; at < end; at++) {
    const text = fields[at]!
    if (text.length === 14 && isStamp(text) && isDegrees(fields[at - 1]!) && isDegrees(fields[at - 2]!)) found.push(at)
  }
  return found
}

const isDegrees = (text: string): boolean => text.length >= 3 && text.includes('.') && decimalOf(text) !== undefined

/** Where the position block whose GNSS time is at `time` begins. */
export const blockStart = (time: number, start: number): number => Math.max(start, time - BEFORE_TIME)

/** Index of the field behind the cell of the block whose GNSS time is at `time`. */
export const behindCell = (time: number): number => time + 1 + CELL_FIELDS

/** The position whose GNSS time is at index `time`. Accuracy 0 means that the last known position is repeated. */
export function readPosition({ fields, start, end }: Report, time: number, now: number): Fix {
  const accuracy = time - BEFORE_TIME >= start ? fields[time - 6] : undefined
  const hdop = decimalOf(accuracy)
  const fix = judgeFix(
    {
      deviceTime: timeOf(fields[time]),
      hasFix: hdop !== 0,
      latitude: decimalOf(fields[time - 1]),
      longitude: decimalOf(fields[time - 2]),
    },
    now,
  )
  if (hdop !== undefined) fix.hdop = hdop
  const speed = time - 5 >= start ? decimalOf(fields[time - 5]) : undefined
  if (speed !== undefined) fix.speedKph = speed
  const heading = time - 4 >= start ? headingOf(decimalOf(fields[time - 4]) ?? NaN) : undefined
  if (heading !== undefined) fix.heading = heading
  const altitude = time - 3 >= start ? decimalOf(fields[time - 3]) : undefined
  if (altitude !== undefined) fix.altitudeM = altitude
  if (time + CELL_FIELDS < end) readCell(fix, fields, time + 1)
  return fix
}

/** MCC and MNC in decimal, location area and cell in hexadecimal digits. */
export function readCell(fix: Fix, fields: readonly string[], at: number): void {
  const area = hexOf(fields[at + 2])
  const cell = hexOf(fields[at + 3])
  if (area === undefined || cell === undefined) return
  note(fix, 'mcc', decimalOf(fields[at]))
  note(fix, 'mnc', decimalOf(fields[at + 1]))
  note(fix, 'lac', area)
  note(fix, 'cellId', cell)
}
