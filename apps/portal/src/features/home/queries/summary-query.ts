import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'

export type Summary = components['schemas']['DashboardSummary']

/** The figures of today, for the home page. */
export const summaryQuery = queryOptions({
  queryKey: ['dashboard', 'summary'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dashboard/summary', { signal })),
  staleTime: 60_000,
  refetchInterval: 60_000,
})

/** What stands beside the sidebar's entries: of every page, so little. */
export const badgesQuery = queryOptions({
  queryKey: ['dashboard', 'badges'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dashboard/badges', { signal })),
  staleTime: 60_000,
  refetchInterval: 60_000,
})
