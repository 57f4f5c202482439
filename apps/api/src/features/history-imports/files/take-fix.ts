import { type Fix, FixValidity } from '@roadbook/contracts'
import { say } from '../texts.js'
import { type HistoryFile, LONGEST_VALUE, MOST_POINTS, NotReadable } from './history-file.js'
import type { ReadTime } from './read-time.js'

/** Values of a position in a file. Undefined: the file does not contain the value. */
export interface Found {
  latitude: number | undefined
  longitude: number | undefined
  time: ReadTime | undefined
  altitudeM?: number | undefined
  speedKph?: number | undefined
  heading?: number | undefined
  ignition?: boolean | undefined
}

/**
 * Adds a position to a file, or the reason why it is left out.
 * @param line line of the file, or number of the position, from 1
 * @throws NotReadable if the file has too many positions
 */
export function takeFix(file: HistoryFile, { latitude, longitude, time, ...more }: Found, line: number): void {
  const reason =
    placeProblem(latitude, longitude) ?? (time === undefined ? 'no-time' : typeof time === 'string' ? time : undefined)
  if (reason !== undefined || typeof time !== 'object') {
    file.refusals.add(reason ?? 'no-time', line)
    return
  }
  if (!time.hasZone) file.needsTimeZone = true
  const fix: Fix = { positionedAt: time.at, validity: FixValidity.valid, latitude: latitude!, longitude: longitude! }
  const { altitudeM, speedKph, heading, ignition } = more
  if (isWithin(altitudeM, -1_000, 32_000)) fix.altitudeM = altitudeM
  if (isWithin(speedKph, 0, 1_852)) fix.speedKph = speedKph
  if (isWithin(heading, 0, 360)) fix.heading = Math.round(heading) % 360
  if (ignition !== undefined) fix.ignition = ignition
  push(file, fix)
}

/** @throws NotReadable if the file has too many positions */
export function push(file: HistoryFile, fix: Fix): void {
  if (file.fixes.length >= MOST_POINTS) throw new NotReadable(say('too-many-points', { max: MOST_POINTS }))
  file.fixes.push(fix)
}

const isWithin = (value: number | undefined, least: number, most: number): value is number =>
  value !== undefined && value >= least && value <= most

function placeProblem(latitude: number | undefined, longitude: number | undefined) {
  if (latitude === undefined || longitude === undefined) return 'no-place'
  if (!Number.isFinite(latitude) || !Number.isFinite(longitude)) return 'no-place'
  if (Math.abs(latitude) > 90 && Math.abs(latitude) <= 180 && Math.abs(longitude) <= 90) return 'swapped'
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return 'not-on-earth'
  // Receivers without a fix report this place, in the sea off Ghana.
  return latitude === 0 && longitude === 0 ? 'no-fix' : undefined
}

/** Returns the number in a text, with a decimal point or comma. Undefined for an empty text, NaN for any other. */
export function numberIn(text: string | undefined): number | undefined {
  const written = text?.trim() ?? ''
  if (written === '') return undefined
  if (written.length > LONGEST_VALUE) return Number.NaN
  return /^[+-]?(\d+([.,]\d*)?|[.,]\d+)(e[+-]?\d+)?$/i.test(written) ? Number(written.replace(',', '.')) : Number.NaN
}
