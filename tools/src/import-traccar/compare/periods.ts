import { localDayAt } from '@roadbook/api/http/local-time'
import { startOfDay } from '@roadbook/platform'

const DAY_MS = 86_400_000

/** Period from `from` to before `till`, in milliseconds since 1970 UTC. */
export interface Period {
  from: number
  till: number
}

/** A calendar day in a time zone. */
export interface CalendarDay extends Period {
  day: string
}

/** Returns the day after a day, or the day `days` later. */
export function later(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the days from the first to the last, with their bounds in a time zone. A day may have 23 or 25 hours. */
export function daysIn(first: string, last: string, zone: string): CalendarDay[] {
  const days: CalendarDay[] = []
  for (let day = first; day <= last; day = later(day))
    days.push({ day, from: startOfDay(day, zone).getTime(), till: startOfDay(later(day), zone).getTime() })
  return days
}

/**
 * Divides days into periods of at most 24 hours. For a longer period, Traccar's report does not read the positions. It uses
 * events that were stored earlier and may have been made by other rules (`report.fastThreshold`).
 */
export const atMostADay = (days: readonly Period[]): Period[] =>
  days.flatMap(({ from, till }) => {
    const half = from + (till - from) / 2
    return till - from <= DAY_MS
      ? [{ from, till }]
      : [
          { from, till: half },
          { from: half, till },
        ]
  })

export const dayAt = (time: number, zone: string): string => localDayAt(new Date(time), zone)
