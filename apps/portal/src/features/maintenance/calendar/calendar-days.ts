import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import type { Day } from '../../../lib/day-range.js'

dayjs.extend(utc)

export const SPANS = ['month', 'week'] as const
export type CalendarSpan = (typeof SPANS)[number]

const FORMAT = 'YYYY-MM-DD'
const mondayOf = (day: dayjs.Dayjs) => day.subtract((day.day() + 6) % 7, 'day')

/** Returns the days that a calendar shows: a day's week, or the complete weeks of its month, from Monday. */
export function daysOf(span: CalendarSpan, day: Day): Day[] {
  const at = dayjs.utc(day)
  const first = mondayOf(span === 'week' ? at : at.startOf('month'))
  const last = mondayOf(span === 'week' ? at : at.endOf('month')).add(6, 'day')
  const count = last.startOf('day').diff(first, 'day') + 1
  return Array.from({ length: count }, (_, index) => first.add(index, 'day').format(FORMAT))
}

/** Returns the day one span later or earlier. */
export const moved = (span: CalendarSpan, day: Day, by: number): Day => dayjs.utc(day).add(by, span).format(FORMAT)
