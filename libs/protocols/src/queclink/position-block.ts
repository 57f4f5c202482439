import type { Fix } from '@roadbook/contracts'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { within } from '../common/readings.js'
import type { SessionState } from '../protocol.js'
import { isSentAt, sendingOf } from './send-time.js'
import { type Report, isStamp, note, timeOf } from './report.js'

/** Number of fields before the GNSS time: accuracy, speed, azimuth, altitude, longitude, latitude. */
const BEFORE_TIME = 6
/** Number of fields of the cell after the GNSS time: MCC, MNC, LAC, cell id. */
const CELL_FIELDS = 4

/** Number of decimals of a coordinate, as the devices print it. No other field of a report has three or more decimals. */
const DECIMALS = 6
const FEWEST_DECIMALS = 3

/**
 * Finds the GNSS times of a report's positions. The fields around a position depend on the family, so a position is found
 * by its form. Longitude and latitude have more decimals than a measurement, and a time of 14 digits follows them. If
 * longitude and latitude have all six decimals, the time may be empty.
 */
export function findPositions({ fields, start, end }: Report): number[] {
  const found: number[] = []
  for (let at = start + 2; at < end; at++) {
    const text = fields[at]!
    if (text.length !== 0 && !isStamp(text)) continue
    const latitude = fields[at - 1]!
    const longitude = fields[at - 2]!
    if (isDegrees(latitude) && isDegrees(longitude) && (text !== '' || (isInFull(latitude) && isInFull(longitude))))
      found.push(at)
  }
  return found
}

const isInFull = (text: string): boolean => decimalsOf(text) === DECIMALS

const isDegrees = (text: string): boolean =>
  text.includes('.') && decimalsOf(text) >= FEWEST_DECIMALS && decimalOf(text) !== undefined

const decimalsOf = (text: string): number => text.length - 1 - text.indexOf('.')

/** Returns the start of the position block whose GNSS time is at `time`. */
export const blockStart = (time: number, start: number): number => Math.max(start, time - BEFORE_TIME)

/** Returns the index of the field after the cell of the block whose GNSS time is at `time`. */
export const behindCell = (time: number): number => time + 1 + CELL_FIELDS

/** Documented ranges of accuracies and speeds. Accuracies are stored as HDOP. An accuracy of 0 means no fix. */
const BEST_ACCURACY = 0.1
const WORST_ACCURACY = 50
export const LARGEST_KPH = 999.9
export const hdopOf = (accuracy: number | undefined): number | undefined => within(accuracy, BEST_ACCURACY, WORST_ACCURACY)

/** Returns the accuracy of the position whose GNSS time is at index `time`. */
export function accuracyAt({ version, fields, start }: Report, time: number): number | undefined {
  const at = time - (isAccuracyLate(version, fields[time - 3]) ? 3 : BEFORE_TIME)
  return at >= start ? decimalOf(fields[at]) : undefined
}

const isAccuracyLate = (version: string, altitude: string | undefined): boolean => version === '' && !altitude?.includes('.')

/**
 * Reads the position whose GNSS time is at index `time`. An accuracy of 0 normally means that the report repeats the last
 * known position. But if the position's time and the send time of the report differ by less than a minute, the position is
 * new and counts as a fix. The oldest models send no version. These models may send the accuracy after the altitude and
 * without a decimal point.
 */
export function readPosition(report: Report, time: number, session: SessionState): Fix {
  const { version, fields, start, end } = report
  const before = (places: number) => (time - places >= start ? decimalOf(fields[time - places]) : undefined)
  const accuracy = accuracyAt(report, time)
  const motion = isAccuracyLate(version, fields[time - 3]) ? 1 : 0
  const deviceTime = timeOf(fields[time])
  const fix = judgeFix(
    {
      deviceTime,
      hasFix: accuracy !== 0 || isSentAt(deviceTime, sendingOf(report), session),
      latitude: decimalOf(fields[time - 1]),
      longitude: decimalOf(fields[time - 2]),
    },
    session.now,
  )
  const hdop = hdopOf(accuracy)
  if (hdop !== undefined) fix.hdop = hdop
  const speed = within(before(5 + motion), 0, LARGEST_KPH)
  if (speed !== undefined) fix.speedKph = speed
  const heading = headingOf(before(4 + motion) ?? NaN)
  if (heading !== undefined) fix.heading = heading
  const altitude = before(3 + motion)
  if (altitude !== undefined) fix.altitudeM = altitude
  if (time + CELL_FIELDS < end) readCell(fix, fields, time + 1)
  return fix
}

/** Reads MCC and MNC in decimal digits, and location area and cell in hexadecimal digits. */
export function readCell(fix: Fix, fields: readonly string[], at: number): void {
  const area = hexOf(fields[at + 2])
  const cell = hexOf(fields[at + 3])
  if (area === undefined || cell === undefined) return
  note(fix, 'mcc', decimalOf(fields[at]))
  note(fix, 'mnc', decimalOf(fields[at + 1]))
  note(fix, 'lac', area)
  note(fix, 'cellId', cell)
}
