import { queryOptions } from '@tanstack/react-query'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'

/** Begins the keys of everything that a change of a return makes old. */
export const RETURNS_KEY = 'returns'
const CATALOGUE_FRESH_MS = 300_000

/** What the form begins with; asked for anew each time it opens. */
export const returnFormQuery = (imei: string) =>
  queryOptions({
    queryKey: [RETURNS_KEY, 'form', imei],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/returns/form', { params: { query: { imei } }, signal })),
    gcTime: 0,
    refetchOnWindowFocus: false,
  })

/** The newest return of a device; null where there was none. */
export const latestReturnQuery = (deviceId: number) =>
  queryOptions({
    queryKey: [RETURNS_KEY, 'of-device', deviceId],
    queryFn: async ({ signal }) => {
      const query = { searchFields: `device_id:=${deviceId}`, limit: 1 }
      return (await dataOf(api.GET('/api/v1/returns', { params: { query }, signal })))[0] ?? null
    },
  })

/** As it is now; `one` is what is known of it. */
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
