import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { tripOfMomentQuery } from './queries/trip-queries.js'
import type { TripAddress } from './use-trip-address.js'

/** Opens the trip that the vehicle was on at the time that a link refers to, if there was one. */
export function useTripOfMoment(entityId: number | undefined, { at, tripId, openAt }: TripAddress): void {
  const { data } = useQuery({
    ...tripOfMomentQuery(entityId ?? 0, at ?? ''),
    enabled: entityId !== undefined && at !== undefined && tripId === undefined,
  })
  useEffect(() => {
    if (data && tripId === undefined) openAt(data)
  }, [data, tripId, openAt])
}
