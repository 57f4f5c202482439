import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Place } from '../../lib/place.js'
import { tripQuery } from './queries/trip-queries.js'
import { toTrack } from './track.js'

/**
 * Time in ms that the pointer must stay on a trip before its line is loaded. A pointer that passes over the list therefore
 * loads no trip.
 */
const REST_MS = 120

/** Returns the line of the trip under the pointer, before it is selected (D.5). */
export function useTripPreview(entityId: number | undefined, pointedId: number | undefined): readonly Place[] | undefined {
  const [tripId, setTripId] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setTripId(pointedId), pointedId === undefined ? 0 : REST_MS)
    return () => clearTimeout(timer)
  }, [pointedId])
  const isWanted = entityId !== undefined && tripId !== undefined
  const { data } = useQuery({ ...tripQuery(entityId ?? 0, tripId ?? 0), enabled: isWanted })
  return useMemo(() => (isWanted && data ? toTrack(data.waypoints ?? []).map(({ place }) => place) : undefined), [isWanted, data])
}
