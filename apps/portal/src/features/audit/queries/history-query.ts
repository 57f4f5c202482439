import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { BY_PAGES } from '../../../lib/api/pages.js'
import type { AuditedObject } from '../audit-entry.js'

const PATHS = {
  business: '/api/v1/businesses/{id}/history',
  user: '/api/v1/users/{id}/history',
  entity: '/api/v1/entities/{id}/history',
  device: '/api/v1/devices/{id}/history',
  token: '/api/v1/tokens/{id}/history',
} as const satisfies Record<AuditedObject, string>

/** An object's entries, newest first, page by page. Begins with `['audit']`, so that a write can have all of them read anew. */
export const historyQuery = (objectType: AuditedObject, objectId: number) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'history', objectType, objectId],
    queryFn: ({ pageParam: page, signal }) =>
      unwrap(api.GET(PATHS[objectType], { params: { path: { id: objectId }, query: { page } }, signal })),
    ...BY_PAGES,
  })

/** One entry by its id; null when it is not there or not the reader's. */
export const entryQuery = (id: number) =>
  queryOptions({
    queryKey: ['audit', 'entry', id],
    // An entry never changes.
    staleTime: Infinity,
    queryFn: async ({ signal }) => {
      const query = { searchFields: `id:=${id}`, limit: 1 }
      const { data } = await unwrap(api.GET('/api/v1/audit-log', { params: { query }, signal }))
      return data[0] ?? null
    },
  })
