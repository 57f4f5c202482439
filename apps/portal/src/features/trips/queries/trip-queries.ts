import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { LIMITS } from '../../../config/limits.js'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { tripsKey } from '../../../live/query-keys.js'
import { type DayRange, rangeInstants } from '../../../lib/day-range.js'

export type Trip = components['schemas']['Trip']
export type TripDay = components['schemas']['TripDay']
export type TripPage = { data: Trip[]; meta: components['schemas']['TripPageMeta'] }

/** Tolerance in metres for simplifying a line. It is less than the width of a lane, so that every corner stays. */
const SIMPLIFY_M = 2
const ONE_DAY_MS = 86_400_000

/**
 * Trips of an entity, newest first, ten per page. Every key begins with `tripsKey(entityId)`, so that a live trip
 * message can have all of them read again.
 */
export const tripsQuery = (entityId: number, range: DayRange | undefined, timeZone: string) =>
  infiniteQueryOptions({
    queryKey: [...tripsKey(entityId), 'pages', range ?? null, timeZone],
    queryFn: ({ pageParam, signal }): Promise<TripPage> =>
      unwrap(
        api.GET('/api/v1/trips', {
          params: {
            query: {
              search: String(entityId),
              searchFields: 'entity_id:=',
              limit: LIMITS.tripPageSize,
              page: pageParam,
              orderBy: 'trip_started_at',
              sortedBy: 'desc',
              tz: timeZone,
              ...(range && rangeInstants(range, timeZone)),
            },
          },
          signal,
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page < meta.last_page ? meta.current_page + 1 : undefined),
  })

/**
 * Number of trips per vehicle in a comparison. They are enough to show the vehicle's route, and few enough that the lines of
 * several vehicles can be distinguished.
 */
const COMPARED_TRIPS = 5

/** The newest trips of a vehicle in a range of days, for comparison with the trips of other vehicles. */
export const newestTripsQuery = (entityId: number, range: DayRange | undefined, timeZone: string) =>
  queryOptions({
    queryKey: [...tripsKey(entityId), 'newest', range ?? null, timeZone],
    queryFn: async ({ signal }): Promise<Trip[]> => {
      const which = { search: String(entityId), searchFields: 'entity_id:=', limit: COMPARED_TRIPS } as const
      const newest = { orderBy: 'trip_started_at', sortedBy: 'desc' } as const
      const query = { ...which, ...newest, ...(range && rangeInstants(range, timeZone)) }
      return (await unwrap(api.GET('/api/v1/trips', { params: { query }, signal }))).data
    },
  })

/** ID of an entity's newest trip. Null if it has none or its location is hidden. */
export const lastTripQuery = (entityId: number) =>
  queryOptions({
    queryKey: [...tripsKey(entityId), 'last'],
    queryFn: async ({ signal }) => {
      const query = { search: String(entityId), searchFields: 'entity_id:=', limit: 1, orderBy: 'trip_started_at' } as const
      const { data } = await unwrap(api.GET('/api/v1/trips', { params: { query }, signal }))
      return data[0]?.id ?? null
    },
  })

/** ID of the trip that a vehicle was on at a time. Null if it was parked or its location is hidden. @param at ISO 8601 */
export const tripOfMomentQuery = (entityId: number, at: string) =>
  queryOptions({
    queryKey: [...tripsKey(entityId), 'of', at],
    queryFn: async ({ signal }): Promise<number | null> => {
      const which = { search: String(entityId), searchFields: 'entity_id:=', limit: 1 } as const
      const newest = { orderBy: 'trip_started_at', sortedBy: 'desc' } as const
      const begun = { from: new Date(Date.parse(at) - ONE_DAY_MS).toISOString(), till: at }
      const { data } = await unwrap(api.GET('/api/v1/trips', { params: { query: { ...which, ...newest, ...begun } }, signal }))
      const [trip] = data
      return trip && (trip.trip_ended_at === null || Date.parse(trip.trip_ended_at) >= Date.parse(at)) ? trip.id : null
    },
  })

/** One trip with its line. An open trip is read again with each live trip message. A finished trip hardly changes. */
export const tripQuery = (entityId: number, tripId: number) =>
  queryOptions({
    queryKey: [...tripsKey(entityId), 'track', tripId],
    queryFn: async ({ signal }) => {
      const params = { path: { id: tripId }, query: { with: 'waypoints;reasons', simplify: SIMPLIFY_M } }
      const { data } = await unwrap(api.GET('/api/v1/trips/{id}', { params, signal }))
      return data
    },
    gcTime: ONE_DAY_MS,
  })
