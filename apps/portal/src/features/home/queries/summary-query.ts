import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'

export type Summary = components['schemas']['DashboardSummary']

/** The figures of today, for the home page; of the zone's day, as the views have it that they lead to. */
export const summaryQuery = (timeZone: string) =>
  queryOptions({
    queryKey: ['dashboard', 'summary', timeZone],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dashboard/summary', { params: { query: { tz: timeZone } }, signal })),
    staleTime: 60_000,
    refetchInterval: 60_000,
  })

/** The day that its figures of today are of, YYYY-MM-DD. */
export const dayOfSummary = ({ trips }: Summary): string | undefined => trips.days.at(-1)?.day

/** What stands beside the sidebar's entries: of every page, so little. */
export const badgesQuery = queryOptions({
  queryKey: ['dashboard', 'badges'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dashboard/badges', { signal })),
  staleTime: 60_000,
  refetchInterval: 60_000,
})
