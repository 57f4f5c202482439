import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { CATALOGUE_KEY } from '../../../lib/catalogue-queries.js'
import { useClock } from '../../../lib/clock.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { type Chart, rangeOf } from '../chart.js'

/** First part of the query keys of chart data. */
export const ANALYTICS_KEY = ['analytics', 'chart']

type Asked = Pick<Chart, 'preset' | 'target_group_id' | 'period'>

/** Reads the data of a chart for the days that its period covers now. */
export function useAnalytics({ preset, target_group_id: group, period }: Asked) {
  const { timeZone } = useFormat()
  const { from, till } = rangeOf(period, useClock().now(), timeZone)
  const query = { from, till, tz: timeZone, ...(group != null && { target_group_id: group }) }
  return useQuery({
    queryKey: [...ANALYTICS_KEY, preset, query],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/analytics/{preset}', { params: { path: { preset }, query }, signal })),
    staleTime: 60_000,
    placeholderData: (last) => (last?.preset === preset ? last : undefined),
  })
}

export const targetGroupsQuery = queryOptions({
  queryKey: [CATALOGUE_KEY, 'target-groups'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/target-groups', { signal })),
})
