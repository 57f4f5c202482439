import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { type Day, dayOf, offsetAt } from './format/dates.js'

dayjs.extend(utc)

export { type Day, dayOf } from './format/dates.js'

/** Range of days, both ends included. */
export interface DayRange {
  from: Day
  till: Day
}

export type RangePreset = 'today' | 'yesterday' | 'sevenDays' | 'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth'
/** Presets for recent activity. */
export const RANGE_PRESETS: readonly RangePreset[] = ['today', 'yesterday', 'sevenDays']
/** Presets for reports: whole days, weeks from Monday, and months. */
export const REPORT_PRESETS: readonly RangePreset[] = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth']

const FORMAT = 'YYYY-MM-DD'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Returns whether a text is an existing calendar day. For example, 2025-02-30 is not. */
export const isDay = (text: string): text is Day => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayjs.utc(text).format(FORMAT) === text

/** Returns the day that many days later, or earlier for a negative number. */
export const addDays = (day: Day, days: number): Day => dayjs.utc(day).add(days, 'day').format(FORMAT)

/**
 * Returns the same day so many months later, or earlier for a negative number. If the month is too short for that day,
 * returns its last day.
 */
export const addMonths = (day: Day, months: number): Day => dayjs.utc(day).add(months, 'month').format(FORMAT)

/**
 * Returns the instant at which the clocks of a zone show a full hour of a day. Hour 24 is the following midnight. If the
 * clocks show the hour twice, returns the first. If they skip the hour, the offset before the change applies. Uses only
 * `Intl`, because dayjs would apply the clock changes of the browser's own time zone.
 */
export function instantOf(day: Day, hour: number, timeZone: string): number {
  const shown = dayjs.utc(day).valueOf() + hour * HOUR_MS
  // Compares the offsets a day before and a day after. This is enough, because no zone changes its clocks twice within two
  // days.
  const offsets = [offsetAt(shown - DAY_MS, timeZone), offsetAt(shown + DAY_MS, timeZone)]
  const instants = offsets.map((offset) => shown - offset).filter((instant) => offsetAt(instant, timeZone) === shown - instant)
  return instants.length > 0 ? Math.min(...instants) : shown - Math.min(...offsets)
}

/** Returns the first millisecond of a day in a zone. */
export const startOfDay = (day: Day, timeZone: string): number => instantOf(day, 0, timeZone)

/** Returns the last millisecond of a day in a zone. This is also right if the clocks change on that day or the next. */
export const endOfDay = (day: Day, timeZone: string): number => instantOf(day, 24, timeZone) - 1

/** Returns the days of a preset in the user's zone at the moment `now`. A period that has not ended yet ends today. */
export function presetRange(preset: RangePreset, now: number, timeZone: string): DayRange {
  const today = dayjs.utc(dayOf(now, timeZone))
  const monday = today.subtract((today.day() + 6) % 7, 'day')
  const first = today.startOf('month')
  const range = (from: dayjs.Dayjs, till: dayjs.Dayjs): DayRange => ({ from: from.format(FORMAT), till: till.format(FORMAT) })
  const ranges: Record<RangePreset, DayRange> = {
    today: range(today, today),
    yesterday: range(today.subtract(1, 'day'), today.subtract(1, 'day')),
    sevenDays: range(today.subtract(6, 'day'), today),
    thisWeek: range(monday, today),
    lastWeek: range(monday.subtract(7, 'day'), monday.subtract(1, 'day')),
    thisMonth: range(first, today),
    lastMonth: range(first.subtract(1, 'month'), first.subtract(1, 'day')),
  }
  return ranges[preset]
}

/** Returns the number of days in a range. */
export const daysIn = ({ from, till }: DayRange): number => dayjs.utc(till).diff(dayjs.utc(from), 'day') + 1

/**
 * Returns the instants at which a range begins and ends in a zone, as the API expects them. Days with a clock change are taken
 * into account.
 */
export const rangeInstants = ({ from, till }: DayRange, timeZone: string): { from: string; till: string } => ({
  from: new Date(startOfDay(from, timeZone)).toISOString(),
  till: new Date(endOfDay(till, timeZone)).toISOString(),
})

/** Returns the calendar day of a moment. Used for fields in which the API stores a day as midnight UTC of that day. */
export const keptDay = (moment: string): Day => moment.slice(0, 10)

/** Returns the moment that the API stores for a calendar day. */
export const momentOfDay = (day: Day): string => `${day}T00:00:00Z`

/** Returns the month of a day: YYYY-MM. */
export const monthOf = (day: Day): string => day.slice(0, 7)

/** Formats a day as DD-MM-YYYY, in every language. */
export const formatDay = (day: Day): string => day.split('-').reverse().join('-')

/** Formats a range: "27-10-2025 – 30-10-2025", or the single day. */
export const formatRange = ({ from, till }: DayRange): string =>
  from === till ? formatDay(from) : `${formatDay(from)} – ${formatDay(till)}`

/** Formats a range for narrow screens: "27-10 – 30-10-2025". */
export function formatRangeShort({ from, till }: DayRange): string {
  if (from === till) return formatDay(from)
  const isSameYear = from.slice(0, 4) === till.slice(0, 4)
  return `${isSameYear ? formatDay(from).slice(0, 5) : formatDay(from)} – ${formatDay(till)}`
}

/** Converts a day for the calendar component. It uses Dates in the browser's zone, but only the day of these Dates matters. */
export const toCalendarDate = (day: Day): Date => dayjs(day).toDate()
export const fromCalendarDate = (date: Date): Day => dayjs(date).format(FORMAT)

/** Returns noon of a day in a zone. Noon is used, because it is on the same day in nearby zones, too. */
export const noonOf = (day: Day, timeZone: string): string => new Date(instantOf(day, 12, timeZone)).toISOString()

/** Parses a range from the URL. Undefined if the range is invalid. */
export const parseRange = (from: string | null, till: string | null): DayRange | undefined =>
  from !== null && till !== null && isDay(from) && isDay(till) && from <= till ? { from, till } : undefined
