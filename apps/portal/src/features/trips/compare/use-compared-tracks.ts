import { useQueries, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format/use-format.js'
import type { DayRange } from '../../../lib/day-range.js'
import type { Place } from '../../../lib/place.js'
import type { ComparedTrack } from '../../../map/layers/track-layer.js'
import { newestTripsQuery, type Trip, tripQuery } from '../queries/trip-queries.js'
import { toTrack } from '../track.js'

interface Line {
  entityId: number
  places: Place[]
}

/** Returns the lines of the vehicles' newest trips in the range, each with the index of its vehicle. */
export function useComparedTracks(entityIds: readonly number[], range: DayRange | undefined): readonly ComparedTrack[] {
  const { timeZone } = useFormat()
  const trips = useQueries({ queries: entityIds.map((id) => newestTripsQuery(id, range, timeZone)), combine: tripsOf })
  const lines = useQueries({ queries: trips.map(({ id, entity_id }) => tripQuery(entity_id, id)), combine: linesOf })
  return useMemo(
    () =>
      lines
        .map(({ entityId, places }) => ({ vehicleIndex: entityIds.indexOf(entityId), places }))
        .filter(({ vehicleIndex }) => vehicleIndex >= 0),
    [lines, entityIds],
  )
}

const tripsOf = (results: UseQueryResult<Trip[]>[]): Pick<Trip, 'id' | 'entity_id'>[] =>
  results.flatMap(({ data }) => data?.map(({ id, entity_id }) => ({ id, entity_id })) ?? [])

const linesOf = (results: UseQueryResult<{ entity_id: number; waypoints?: Parameters<typeof toTrack>[0] }>[]): Line[] =>
  results.flatMap(({ data }) =>
    data ? [{ entityId: data.entity_id, places: toTrack(data.waypoints ?? []).map(({ place }) => place) }] : [],
  )
