import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { orNull } from '../../../lib/api/api-error.js'
import type { components } from '../../../lib/api/schema.js'

export type DeviceStatus = components['schemas']['DeviceStatus']
export type DeviceMessage = components['schemas']['DeviceMessage']
export type Trip = components['schemas']['Trip']

/** Polling interval in ms. Polling is needed because the live connection reports only positions. */
const POLL_MS = 5_000
const LOGGED_MESSAGES = 30

export const debugKey = (imei: string) => ['debug', imei] as const

/** Present state of a tracker. Null if there is none with this IMEI. */
export const deviceStatusQuery = (imei: string) =>
  queryOptions({
    queryKey: [...debugKey(imei), 'status'],
    queryFn: async ({ signal }) => {
      const call = api.GET('/api/v1/debug/{id}', { params: { path: { id: imei } }, signal })
      return (await orNull(unwrap(call)))?.data ?? null
    },
    refetchInterval: ({ state }) => (state.data === null ? false : POLL_MS),
    refetchIntervalInBackground: true,
    staleTime: 0,
    retry: false,
  })

/** Today's trips of a tracker, newest first. */
export const deviceTripsQuery = (imei: string, timeZone: string) =>
  queryOptions({
    queryKey: [...debugKey(imei), 'trips', timeZone],
    queryFn: async ({ signal }) => {
      const params = { path: { id: imei }, query: { tz: timeZone } }
      return (await unwrap(api.GET('/api/v1/debug/{id}/trips', { params, signal }))).data
    },
    refetchInterval: 30_000,
  })

/** One trip with its line. */
export const deviceTripQuery = (imei: string, tripId: number) =>
  queryOptions({
    queryKey: [...debugKey(imei), 'trip', tripId],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1/debug/{id}/trips/{tripId}', { params: { path: { id: imei, tripId } }, signal }))).data,
  })

/** The tracker's messages, newest first, in pages. */
export const deviceMessagesQuery = (imei: string) =>
  infiniteQueryOptions({
    queryKey: [...debugKey(imei), 'messages'],
    queryFn: ({ signal, pageParam }) => {
      const query = { limit: LOGGED_MESSAGES, ...(pageParam && { cursor: pageParam }) }
      return unwrap(api.GET('/api/v1/debug/{id}/messages', { params: { path: { id: imei }, query }, signal }))
    },
    initialPageParam: '',
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
    retry: false,
  })

/** Trackers whose IMEI ends in these digits. */
export const deviceSearchQuery = (digits: string) =>
  queryOptions({
    queryKey: ['debug-search', digits],
    queryFn: async ({ signal }) =>
      (await unwrap(api.GET('/api/v1/search/devices', { params: { query: { query: digits } }, signal }))).data,
    placeholderData: keepPreviousData,
  })
