import { useInfiniteQuery, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { components } from '../../lib/api/schema.js'
import { useFormat } from '../../lib/format/use-format.js'
import type { Place } from '../../lib/place.js'
import { type DayRange, dayOf } from '../../lib/day-range.js'
import { tripQuery, tripsQuery } from './queries/trip-queries.js'
import { toTrack } from './track.js'

/** Maximum number of other trips. The newest trips of the day are chosen. More lines would make the map unreadable. */
const MOST_OTHERS = 6

/** Returns the lines of the other trips on the selected trip's day, as far as the list of trips is loaded. */
export function useOtherTracks(
  entityId: number | undefined,
  tripId: number | undefined,
  range: DayRange | undefined,
): readonly (readonly Place[])[] {
  const { timeZone } = useFormat()
  const isWanted = entityId !== undefined && tripId !== undefined
  const { data } = useInfiniteQuery({ ...tripsQuery(entityId ?? 0, range, timeZone), enabled: isWanted })
  const others = useMemo(() => {
    const trips = data?.pages.flatMap((page) => page.data) ?? []
    const selected = trips.find(({ id }) => id === tripId)
    if (!selected) return []
    const day = dayOf(selected.trip_started_at, timeZone)
    const isSameDay = trips.filter(({ id, trip_started_at }) => id !== tripId && dayOf(trip_started_at, timeZone) === day)
    return isSameDay.slice(0, MOST_OTHERS).map(({ id }) => id)
  }, [data, tripId, timeZone])
  return useQueries({ queries: others.map((id) => tripQuery(entityId ?? 0, id)), combine: placesOf })
}

const placesOf = (results: UseQueryResult<components['schemas']['TripDetail']>[]): Place[][] =>
  results.flatMap(({ data }) => (data ? [toTrack(data.waypoints ?? []).map(({ place }) => place)] : []))
