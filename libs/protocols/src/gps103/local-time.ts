import { isDigits, pair } from '../common/compact-time.js'
import { utcOf } from '../common/utc.js'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
/** Offsets from UTC are multiples of this number of minutes. */
const ZONE_STEP_MINUTES = 15

/** Reads `YYMMDDHHMM[SS]`, or `YY/MM/DD HH:MM`, as if it were UTC. Undefined if the text is not a time. */
export function readLocal(text: string): number | undefined {
  const digits = isDigits(text) ? text : text.replaceAll('/', '').replaceAll(':', '').replaceAll(' ', '')
  if ((digits.length !== 10 && digits.length !== 12) || !isDigits(digits)) return undefined
  const second = digits.length === 12 ? pair(digits, 10) : 0
  return utcOf(pair(digits, 0), pair(digits, 2), pair(digits, 4), pair(digits, 6), pair(digits, 8), second)
}

/** Reads `HHMMSS[.sss]` as milliseconds of the day. Undefined if the text is not a time. */
export function readTimeOfDay(text: string): number | undefined {
  if (text.length < 6 || !isDigits(text, 0, 6)) return undefined
  const [hour, minute, second] = [pair(text, 0), pair(text, 2), pair(text, 4)]
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const fraction = text.length > 6 ? Number(`0${text.slice(6)}`) : 0
  if (!(fraction >= 0 && fraction < 1)) return undefined
  return ((hour * 60 + minute) * 60 + Math.min(second, 59)) * 1000 + Math.round(fraction * 1000 - 0.5)
}

/**
 * Adds a date to a UTC time of day. The date is the local date, the day before it or the day after it. Of these three, the
 * result is the one that is closest to the local time.
 */
export function joinClocks(local: number, timeOfDay: number): number {
  const sameDay = local - (local % DAY_MS) + timeOfDay
  const ahead = local - sameDay
  if (ahead > DAY_MS / 2) return sameDay + DAY_MS
  return ahead <= -DAY_MS / 2 ? sameDay - DAY_MS : sameDay
}

/** Returns the offset of the device's clock from UTC, in minutes east. */
export const zoneOf = (local: number, utc: number): number =>
  Math.round((local - utc) / MINUTE_MS / ZONE_STEP_MINUTES) * ZONE_STEP_MINUTES
