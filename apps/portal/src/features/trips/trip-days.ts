import { dayOf, type Day } from '../../lib/day-range.js'
import type { Trip, TripDay, TripPage } from './queries/trip-queries.js'

/** One local day of the list with its loaded trips. The totals are those of the whole day (G-44). */
export interface DayOfTrips {
  day: Day
  totals: TripDay
  trips: Trip[]
}

/**
 * Groups pages of trips by day, newest first. A trip that is on two pages, because another trip was added meanwhile, appears
 * once.
 */
export function daysOfTrips(pages: readonly TripPage[], timeZone: string): DayOfTrips[] {
  const totals = new Map(pages.flatMap(({ meta }) => meta.days).map((day) => [day.date, day]))
  const days = new Map<Day, DayOfTrips>()
  const seen = new Set<number>()
  for (const trip of pages.flatMap(({ data }) => data)) {
    if (seen.has(trip.id)) continue
    seen.add(trip.id)
    const day = dayOf(trip.trip_started_at, timeZone)
    const held = days.get(day) ?? { day, totals: totals.get(day) ?? emptyTotals(day), trips: [] }
    held.trips.push(trip)
    days.set(day, held)
  }
  return [...days.values()]
}

const emptyTotals = (date: Day): TripDay => ({ date, distance_m: 0, duration_s: 0, trips: 0 })
