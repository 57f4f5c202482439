import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'

export type Summary = components['schemas']['DashboardSummary']

/** Today's figures for the home page. The day is that of the time zone, as in the views that the figures link to. */
export const summaryQuery = (timeZone: string) =>
  queryOptions({
    queryKey: ['dashboard', 'summary', timeZone],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dashboard/summary', { params: { query: { tz: timeZone } }, signal })),
    staleTime: 60_000,
    refetchInterval: 60_000,
  })

/** Returns the day of today's figures, YYYY-MM-DD. */
export const dayOfSummary = ({ trips }: Summary): string | undefined => trips.days.at(-1)?.day

/** Badges beside the sidebar's entries. Every page requests them, so the response is small. */
export const badgesQuery = queryOptions({
  queryKey: ['dashboard', 'badges'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dashboard/badges', { signal })),
  staleTime: 60_000,
  refetchInterval: 60_000,
})
