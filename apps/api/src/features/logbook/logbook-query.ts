import { startOfDay } from '@roadbook/platform'
import { invalid } from '../../http/problems.js'
import { readQuery } from '../../http/query-parameters.js'
import { timeZoneOf } from '../../http/time-zone.js'
import { field, query } from '../../texts/platform.js'
import { isMonth } from './dto/logbook.dto.js'
import { say } from './texts.js'

/** Period of whole months in a time zone. The first and the last month are included. */
export interface LogbookAsked {
  from: string
  till: string
  timeZone: string
}

export const LOGBOOK_FORMATS = ['pdf', 'xlsx'] as const
export type LogbookFormat = (typeof LOGBOOK_FORMATS)[number]
export type LogbookFileAsked = LogbookAsked & { format: LogbookFormat }

const MOST_MONTHS = 12
const NAMES = ['from', 'till', 'tz'] as const

/** Reads `from`, `till` and `tz` of a logbook. The default period is the current month. */
export const readLogbook = (given: Record<string, unknown>): LogbookAsked => periodOf(readQuery(given, NAMES))

/** Reads the parameters of {@link readLogbook} and `format`. */
export function readLogbookFile(given: Record<string, unknown>): LogbookFileAsked {
  const { format = 'pdf', ...period } = readQuery(given, [...NAMES, 'format'])
  const known = LOGBOOK_FORMATS.find((one) => one === format)
  if (!known) throw invalid({ format: [field('not-one-of', { allowed: LOGBOOK_FORMATS })] })
  return { ...periodOf(period), format: known }
}

function periodOf({ from, till, tz }: Partial<Record<(typeof NAMES)[number], string>>): LogbookAsked {
  const timeZone = timeZoneOf(tz)
  const first = from ?? till ?? monthOf(new Date(), timeZone)
  const last = till ?? first
  for (const [name, month] of Object.entries({ from: first, till: last }))
    if (!isMonth(month)) throw invalid({ [name]: [say('not-month')] })
  if (first > last) throw invalid({ till: [query('till-before-from')] })
  if (monthsBetween(first, last).length > MOST_MONTHS) throw invalid({ till: [say('too-long', { max: MOST_MONTHS })] })
  return { from: first, till: last, timeZone }
}

/** Returns the month in a time zone, such as `2025-10`. */
export const monthOf = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { year: 'numeric', month: '2-digit', timeZone }).format(at)

export function nextMonth(month: string): string {
  const [year = 0, nth = 0] = month.split('-').map(Number)
  return new Date(Date.UTC(year, nth)).toISOString().slice(0, 7)
}

/**
 * Returns the months of a period, including the first and the last. Returns at most one month more than {@link MOST_MONTHS}.
 * The caller recognises by this that the period is too long.
 */
export function monthsBetween(from: string, till: string): string[] {
  const months = [from]
  for (let month = from; month < till && months.length <= MOST_MONTHS;) months.push((month = nextMonth(month)))
  return months
}

/** Returns the first moment of a month in a time zone. */
export const monthStart = (month: string, timeZone: string): Date => startOfDay(`${month}-01`, timeZone)
