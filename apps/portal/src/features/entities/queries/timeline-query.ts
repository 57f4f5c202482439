import { infiniteQueryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { BY_PAGES } from '../../../lib/api/pages.js'
import type { components } from '../../../lib/api/schema.js'
import { ENTITIES_KEY } from './entity-queries.js'

export type TimelineItem = components['schemas']['TimelineItem']

/** Types by which a timeline can be filtered, each with its kinds of entries. */
export const TIMELINE_TYPES = {
  trackers: ['install', 'verified', 'swap', 'removal'],
  trips: ['trips'],
  cases: ['case', 'case-end'],
  edits: ['edit'],
} as const satisfies Record<string, readonly TimelineItem['kind'][]>
export type TimelineType = keyof typeof TIMELINE_TYPES

const PAGE_SIZE = 20

/** History of a vehicle, newest first. */
export const timelineQuery = (entityId: number, type: TimelineType | undefined, timeZone: string) =>
  infiniteQueryOptions({
    queryKey: [ENTITIES_KEY, 'timeline', entityId, type ?? null, timeZone],
    queryFn: ({ pageParam, signal }) => {
      const only = type && { searchFields: `kind:in${TIMELINE_TYPES[type].join()}` }
      const query = { page: pageParam, limit: PAGE_SIZE, tz: timeZone, ...only }
      return unwrap(api.GET('/api/v1/entities/{id}/timeline', { params: { path: { id: entityId }, query }, signal }))
    },
    ...BY_PAGES,
  })
