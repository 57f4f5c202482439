import { dayOf, type Day } from '../../../lib/day-range.js'
import { formatTime, hourOfDay, offsetAt } from '../../../lib/format/dates.js'
import type { Report, ReportTrip } from '../report.js'

/** A day of the report with its trips, first to last. */
export interface DayOfReport {
  day: Day
  totals: Report['days'][number]
  trips: readonly ReportTrip[]
}

/** Returns the days with their trips, newest first. */
export function daysOf({ days, trips, time_zone: timeZone }: Report): DayOfReport[] {
  const byDay = new Map<Day, ReportTrip[]>()
  for (const trip of trips) {
    const day = dayOf(trip.trip_started_at, timeZone)
    byDay.set(day, [...(byDay.get(day) ?? []), trip])
  }
  return days.map((totals) => ({ day: totals.day, totals, trips: byDay.get(totals.day) ?? [] })).reverse()
}

/** Returns the minutes since midnight in the time zone. */
const minuteOf = (at: number, timeZone: string): number =>
  hourOfDay(at, timeZone) * 60 + Number(formatTime(at, timeZone).slice(3))

/** Part of a day, in minutes since midnight. */
export interface Stretch {
  from: number
  till: number
}

const DAY_END = 1_440

/**
 * Returns the trips of a day as stretches on its line, in order. A trip that continues after midnight ends with the day, and
 * an open trip ends now. Each trip starts at its clock time and keeps its real duration, even across a clock change. In an
 * hour that occurs twice because the clocks go back, a trip starts no earlier than the trip before it ends.
 */
export function stretchesOf(trips: readonly ReportTrip[], timeZone: string, now: number): Stretch[] {
  let earliest = 0
  return trips.map((trip) => {
    const [start, end] = [Date.parse(trip.trip_started_at), trip.trip_ended_at === null ? now : Date.parse(trip.trip_ended_at)]
    const begun = minuteOf(start, timeZone)
    const from = Math.max(begun, earliest)
    const shift = (offsetAt(end, timeZone) - offsetAt(start, timeZone)) / 60_000
    const endsThatDay = dayOf(end, timeZone) === dayOf(start, timeZone)
    const till = endsThatDay ? Math.min(DAY_END, from + Math.max(0, minuteOf(end, timeZone) - shift - begun)) : DAY_END
    earliest = till
    return { from, till }
  })
}

/**
 * Returns the range of hours that a timeline shows. The range covers all trips, begins and ends at an even hour, and is at
 * least eight hours long.
 */
export function hoursShown(stretches: readonly Stretch[]): Stretch {
  const first = Math.min(DAY_END, ...stretches.map(({ from }) => from))
  const last = Math.max(0, ...stretches.map(({ till }) => till))
  const from = Math.max(0, Math.floor(Math.min(first, DAY_END - 480) / 120) * 120)
  return { from, till: Math.min(DAY_END, Math.max(from + 480, Math.ceil(last / 120) * 120)) }
}

/** Time parked after a trip (G-60). */
export type TimeOnLocation = { seconds: number } | 'until-now' | 'none'

/**
 * Returns how long the vehicle stayed after a trip. The stay ends with the next trip. After today's last trip it lasts until
 * now.
 */
export function timeOnLocation(trip: ReportTrip, timeZone: string, now: number): TimeOnLocation {
  if (trip.time_on_location_s !== null) return { seconds: trip.time_on_location_s }
  if (trip.is_open || trip.trip_ended_at === null) return 'none'
  return dayOf(trip.trip_ended_at, timeZone) === dayOf(now, timeZone) ? 'until-now' : 'none'
}
