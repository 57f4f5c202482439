import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Texts } from '../../../i18n/index.js'
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

/**
 * An object's entries, newest first, in pages. All keys begin with `['audit']`, so that a write can have all histories read
 * again.
 */
export const historyQuery = (objectType: AuditedObject, objectId: number) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'history', objectType, objectId],
    queryFn: ({ pageParam: page, signal }) =>
      unwrap(api.GET(PATHS[objectType], { params: { path: { id: objectId }, query: { page } }, signal })),
    ...BY_PAGES,
  })

/** Actions of interest to a user who was away. Sign-ins, views and downloads are shown only in the audit log itself. */
const WORK: readonly (keyof Texts['audit']['actions'])[] = [
  ...([
    'entity_create',
    'entity_import',
    'entity_update',
    'entity_delete',
    'entity_restore',
    'entity_tags',
    'entity_customer',
  ] as const),
  ...(['device_create', 'device_import', 'device_install', 'device_remove', 'device_delete', 'device_restore'] as const),
  ...(['user_create', 'user_import', 'user_update', 'user_role', 'user_delete', 'user_restore'] as const),
  ...(['business_create', 'business_update', 'business_move', 'business_delete'] as const),
  ...(['missing_report', 'missing_resolve', 'missing_close', 'missing_reopen'] as const),
  ...(['maintenance-plan_create', 'maintenance-plan_update', 'maintenance-plan_delete'] as const),
]
const RECENT = 5

/** Latest work in the user's businesses, newest first. */
export const recentQuery = queryOptions({
  queryKey: ['audit', 'recent'],
  queryFn: async ({ signal }) => {
    const actions = WORK.map((word) => word.replaceAll('_', '.')).join()
    const query = {
      searchFields: `action:=${actions};outcome:=done`,
      orderBy: 'created_at',
      sortedBy: 'desc',
      limit: RECENT,
      by_act: true,
    } as const
    return (await unwrap(api.GET('/api/v1/audit-log', { params: { query }, signal }))).data
  },
})

/** One entry by its ID. Null if it does not exist or is not visible to the user. */
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

const OF_AN_ACT = 20

/** Entries of the same action as the entry with this ID, one per object. */
export const actQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: ['audit', 'act', id],
    staleTime: Infinity,
    queryFn: ({ pageParam: page, signal }) =>
      unwrap(api.GET('/api/v1/audit-log', { params: { query: { act_of: id, page, limit: OF_AN_ACT } }, signal })),
    ...BY_PAGES,
  })
