import type { Fix } from '@roadbook/contracts'
import { knotsToKph } from '@roadbook/geo'
import { isDigits, utcOfDayFirst } from '../common/compact-time.js'
import { headingOf, judgeFix } from '../common/judge-fix.js'
import { decimalOf, hexOf } from '../common/plain-number.js'
import { receiverSpeedOf } from '../common/readings.js'
import { degreesOf } from './coordinate.js'
import { readExtras, readIccid } from './extras.js'
import { readStatus } from './status.js'

/** Place of a position among the fields of a message. */
export interface Place {
  /** Index of the fix letter. If there is a time, it is the field before the fix letter. */
  fixLetter: number
}

const DAY_MS = 86_400_000

/**
 * Finds the position among the fields from `from` on. A position is recognised by two hemisphere letters, two fields apart.
 * Without a fix, some models leave all fields of the position empty. Models that write signs instead of letters leave only
 * the fields of the letters empty.
 */
export function findPosition(fields: readonly string[], from: number): Place | undefined {
  for (let at = from + 2; at + 2 < fields.length; at++)
    if (isOneOf(fields[at]!, 'N', 'S') && isOneOf(fields[at + 2]!, 'E', 'W')) return { fixLetter: at - 2 }
  const letter = from + 1
  const isEmpty = fields[letter] === 'V' && [1, 2, 3, 4].every((behind) => fields[letter + behind] === '')
  return isEmpty || isSigned(fields, letter) ? { fixLetter: letter } : undefined
}

/** Returns true for two signed numbers with empty hemispheres. */
const isSigned = (fields: readonly string[], letter: number): boolean =>
  isOneOf(fields[letter] ?? '', 'A', 'V') &&
  [1, 3].every((behind) => fields[letter + behind]?.includes('.') && fields[letter + behind + 1] === '')

const isOneOf = (text: string, one: string, other: string): boolean => text === one || text === other

/**
 * Reads `[HHMMSS,]S,DDMM.MMMM,N,DDDMM.MMMM,E,speed,direction[,battery][,DDMMYY][,…,status][,…]`. Undefined if the coordinates
 * cannot be read.
 */
export function readPosition(
  fields: readonly string[],
  { fixLetter }: Place,
  now: number,
  utcOffsetMinutes: number,
): Fix | undefined {
  const isEmpty = fields[fixLetter + 1] === '' && fields[fixLetter + 3] === ''
  const latitude = isEmpty ? undefined : degreesOf(fields[fixLetter + 1]!, fields[fixLetter + 2]!)
  const longitude = isEmpty ? undefined : degreesOf(fields[fixLetter + 3]!, fields[fixLetter + 4]!)
  if (!isEmpty && (latitude === undefined || longitude === undefined)) return undefined
  const { date, dateAt, battery } = findDate(fields, fixLetter + 7)
  const fix = judgeFix(
    {
      deviceTime: timeOf(date, fields[fixLetter - 1] ?? '', now, utcOffsetMinutes),
      hasFix: isFixed(fields[fixLetter]!),
      latitude,
      longitude,
    },
    now,
  )
  const speed = textOf(fields[fixLetter + 5])
  const knots = speed === '' ? 0 : decimalOf(speed)
  const kph = receiverSpeedOf(knotsToKph(knots ?? NaN))
  if (kph !== undefined) fix.speedKph = kph
  const direction = textOf(fields[fixLetter + 6])
  const heading = headingOf(direction === '' ? 0 : (decimalOf(direction) ?? NaN))
  if (heading !== undefined) fix.heading = heading
  if (battery !== undefined && battery <= 100) fix.batteryPercent = battery
  const statusAt = findStatus(fields, dateAt + 1)
  const status = statusAt === undefined ? undefined : hexOf(fields[statusAt])
  if (status !== undefined) readStatus(fix, status)
  readExtras(fix, fields, dateAt + 1, statusAt)
  return fix
}

const textOf = (text: string | undefined): string => text?.trim() ?? ''

/**
 * Returns true for `A` (valid), for `B` (a BeiDou fix), and for a number. A number is the coding scheme of some models,
 * which report only valid positions.
 */
const isFixed = (letter: string): boolean => letter === 'A' || letter === 'B' || isDigits(letter)

/** Finds the date. Some models send the battery before the date. Other models send no date. */
function findDate(fields: readonly string[], at: number): { date: string; dateAt: number; battery?: number } {
  const first = fields[at] ?? ''
  const second = fields[at + 1] ?? ''
  if (isDate(first) || !isDate(second)) return { date: first, dateAt: at }
  const battery = isDigits(first) ? decimalOf(first) : undefined
  return { date: second, dateAt: at + 1, ...(battery !== undefined && { battery }) }
}

const isDate = (text: string): boolean => text.length === 6 && isDigits(text)

/**
 * Number of fields about the SIM card that some models send between the date and the status word: an empty field, the phone
 * number and the ICCID. On some models the empty field is missing.
 */
const SIM_FIELDS = 3

/**
 * Finds the status word, which comes directly after the date or after the fields about the SIM card. Its form is not enough
 * to find it, because a phone number of eight digits has the same form.
 */
function findStatus(fields: readonly string[], from: number): number | undefined {
  const hasSim = fields[from] === '' || readIccid(fields[from + SIM_FIELDS - 1] ?? '') !== undefined
  const at = hasSim ? from + SIM_FIELDS : readIccid(fields[from + 1] ?? '') === undefined ? from : from + 2
  return isStatus(fields[at] ?? '') ? at : undefined
}

/**
 * Returns true for a status word. A bit of 0 means active. In a hexadecimal word with only decimal digits, at least one bit
 * of every digit would be active. No vehicle has so many active states, so such a text is not a status word. A word of
 * zeros is accepted, but contains no information.
 */
export const isStatus = (text: string): boolean =>
  text.length === 8 && hexOf(text) !== undefined && (!isDigits(text) || text === NO_STATUS)
const NO_STATUS = '00000000'

/**
 * Returns the time of a position. If there is only a date, the time is midnight, or the time of reception if the date is
 * today. (With midnight, all positions of today would have the same time.) If there is only a time of day, the day is the
 * one on which this time is closest to the time of reception.
 */
function timeOf(date: string, time: string, now: number, utcOffsetMinutes: number): number | undefined {
  const isTimed = isDate(time)
  const offset = utcOffsetMinutes * 60_000
  const local = utcOfDayFirst(date === '' && isTimed ? dayOf(now + offset) : date, isTimed ? time : '000000')
  if (local === undefined) return undefined
  const utc = local - offset
  if (date === '') return utc - Math.round((utc - now) / DAY_MS) * DAY_MS
  return !isTimed && now >= utc && now < utc + DAY_MS ? now : utc
}

/** Formats a time in milliseconds since 1970 as `DDMMYY`. */
function dayOf(time: number): string {
  const iso = new Date(time).toISOString()
  return iso.slice(8, 10) + iso.slice(5, 7) + iso.slice(2, 4)
}
