import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import { type Day, dayOf, offsetAt } from './format/dates.js'

dayjs.extend(utc)

export { type Day, dayOf } from './format/dates.js'

/** Two days, both included. */
export interface DayRange {
  from: Day
  till: Day
}

export type RangePreset = 'today' | 'yesterday' | 'sevenDays' | 'thisWeek' | 'lastWeek' | 'thisMonth' | 'lastMonth'
/** Those of somebody who looks at what happened lately. */
export const RANGE_PRESETS: readonly RangePreset[] = ['today', 'yesterday', 'sevenDays']
/** Those of somebody who reports on whole days, weeks from Monday, and months. */
export const REPORT_PRESETS: readonly RangePreset[] = ['today', 'yesterday', 'thisWeek', 'lastWeek', 'thisMonth', 'lastMonth']

const FORMAT = 'YYYY-MM-DD'
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Returns whether a text is a day of the calendar, as 2025-02-30 is not. */
export const isDay = (text: string): text is Day => /^\d{4}-\d{2}-\d{2}$/.test(text) && dayjs.utc(text).format(FORMAT) === text

/** Returns the day that lies so many days after another, or before it. */
export const addDays = (day: Day, days: number): Day => dayjs.utc(day).add(days, 'day').format(FORMAT)

/** Returns the same day of a month so many months after, or before; the last one of a month that is shorter. */
export const addMonths = (day: Day, months: number): Day => dayjs.utc(day).add(months, 'month').format(FORMAT)

/**
 * Returns the instant at which the clocks of a zone show a full hour of a day; hour 24 is the midnight after it. Where the clocks show
 * that hour twice, it takes the first. Where they skip it, it reckons by the clocks from before. It asks `Intl` alone: dayjs reckons by
 * the clocks of this machine, which change on days of their own.
 */
export function instantOf(day: Day, hour: number, timeZone: string): number {
  const shown = dayjs.utc(day).valueOf() + hour * HOUR_MS
  // No zone changes its clocks twice within two days.
  const offsets = [offsetAt(shown - DAY_MS, timeZone), offsetAt(shown + DAY_MS, timeZone)]
  const instants = offsets.map((offset) => shown - offset).filter((instant) => offsetAt(instant, timeZone) === shown - instant)
  return instants.length > 0 ? Math.min(...instants) : shown - Math.min(...offsets)
}

/** Returns the first millisecond of a day in a zone. */
export const startOfDay = (day: Day, timeZone: string): number => instantOf(day, 0, timeZone)

/** Returns the last millisecond of a day in a zone, also where the clocks change with it or on the next. */
export const endOfDay = (day: Day, timeZone: string): number => instantOf(day, 24, timeZone) - 1

/** The days of a preset as the user's zone has them at the moment `now`; what has not ended goes until today. */
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

/** How many days a range has. */
export const daysIn = ({ from, till }: DayRange): number => dayjs.utc(till).diff(dayjs.utc(from), 'day') + 1

/** The instants a range covers in a zone, as the API asks for them; days of a clock change included. */
export const rangeInstants = ({ from, till }: DayRange, timeZone: string): { from: string; till: string } => ({
  from: new Date(startOfDay(from, timeZone)).toISOString(),
  till: new Date(endOfDay(till, timeZone)).toISOString(),
})

/** Returns the day that a moment stands for where the API keeps a day of the calendar as a moment: the midnight in UTC that it begins with. */
export const keptDay = (moment: string): Day => moment.slice(0, 10)

/** Returns the moment as which the API keeps a day of the calendar. */
export const momentOfDay = (day: Day): string => `${day}T00:00:00Z`

/** Returns the month of a day: YYYY-MM. */
export const monthOf = (day: Day): string => day.slice(0, 7)

/** DD-MM-YYYY, in every language. */
export const formatDay = (day: Day): string => day.split('-').reverse().join('-')

/** "27-10-2025 – 30-10-2025", or the one day. */
export const formatRange = ({ from, till }: DayRange): string =>
  from === till ? formatDay(from) : `${formatDay(from)} – ${formatDay(till)}`

/** The short form of a narrow screen: "27-10 – 30-10-2025". */
export function formatRangeShort({ from, till }: DayRange): string {
  if (from === till) return formatDay(from)
  const isSameYear = from.slice(0, 4) === till.slice(0, 4)
  return `${isSameYear ? formatDay(from).slice(0, 5) : formatDay(from)} – ${formatDay(till)}`
}

/** The calendar works with Dates of the browser's zone; only their day is meant. */
export const toCalendarDate = (day: Day): Date => dayjs(day).toDate()
export const fromCalendarDate = (date: Date): Day => dayjs(date).format(FORMAT)

/** Noon of a day where somebody lives: within the same day for whoever reads it nearby. */
export const noonOf = (day: Day, timeZone: string): string => new Date(instantOf(day, 12, timeZone)).toISOString()

/** A range of the address, or undefined when it is not one. */
export const parseRange = (from: string | null, till: string | null): DayRange | undefined =>
  from !== null && till !== null && isDay(from) && isDay(till) && from <= till ? { from, till } : undefined
