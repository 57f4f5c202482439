import { queryOptions } from '@tanstack/react-query'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'

/** First part of the keys of all queries that must be read again after a change of a return. */
export const RETURNS_KEY = 'returns'
const CATALOGUE_FRESH_MS = 300_000

/** Initial values of the form, read each time it opens. */
export const returnFormQuery = (imei: string) =>
  queryOptions({
    queryKey: [RETURNS_KEY, 'form', imei],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/returns/form', { params: { query: { imei } }, signal })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** Newest return of a device. Null if there is none. */
export const latestReturnQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [RETURNS_KEY, 'of-device', deviceId],
    queryFn: async ({ signal }) => {
      const query = { searchFields: `device_id:=${deviceId}`, limit: 1 }
      return (await dataOf(api.GET('/api/v1/returns', { params: { query }, signal })))[0] ?? null
    },
  })

/** Present state of a return. `one` is shown until the state is loaded. */
export const returnQuery = (one: components['schemas']['Return']) =>
  queryOptions({
    queryKey: [RETURNS_KEY, 'one', one.id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/returns/{id}', { params: { path: { id: one.id } }, signal })),
    placeholderData: one,
  })

export const loadPhoto = (id: number, photoId: number, signal: AbortSignal) =>
  unwrap(api.GET('/api/v1/returns/{id}/photos/{photoId}', { params: { path: { id, photoId } }, parseAs: 'blob', signal }))

export const countriesQuery = queryOptions({
  queryKey: [RETURNS_KEY, 'countries'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/countries', { signal })),
  staleTime: CATALOGUE_FRESH_MS,
})
