import dayjs from 'dayjs'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'

dayjs.extend(utc)
dayjs.extend(timezone)

/** A calendar day without a zone: YYYY-MM-DD. */
export type Day = string

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

/** The days of a preset as the user's zone has them at the moment `now`; what has not ended goes until today. */
export function presetRange(preset: RangePreset, now: number, timeZone: string): DayRange {
  const today = dayjs.utc(dayjs(now).tz(timeZone).format(FORMAT))
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
export function rangeInstants({ from, till }: DayRange, timeZone: string): { from: string; till: string } {
  const startOf = (day: Day) => dayjs.tz(`${day}T00:00:00`, timeZone)
  const dayAfter = dayjs.utc(till).add(1, 'day').format(FORMAT)
  return { from: startOf(from).toISOString(), till: startOf(dayAfter).subtract(1, 'millisecond').toISOString() }
}

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

/** The day of an instant in a zone. */
export const dayOf = (instant: string, timeZone: string): Day => dayjs(instant).tz(timeZone).format(FORMAT)

const NOON_MS = 43_200_000

/** Noon of a day where somebody lives: within the same day for whoever reads it nearby. */
export const noonOf = (day: Day, timeZone: string): string =>
  new Date(Date.parse(rangeInstants({ from: day, till: day }, timeZone).from) + NOON_MS).toISOString()

/** A range of the address, or undefined when it is not one. */
export function parseRange(from: string | null, till: string | null): DayRange | undefined {
  const isDay = (text: string | null): text is Day =>
    text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && dayjs(text).format(FORMAT) === text
  return isDay(from) && isDay(till) && from <= till ? { from, till } : undefined
}
