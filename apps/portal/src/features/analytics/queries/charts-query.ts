import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { once } from '../../../lib/api/headers.js'
import { useSession } from '../../../lib/session/session.js'
import type { Chart } from '../chart.js'
import { type KeptCharts, readKept, writeKept } from '../kept-charts.js'

const read = async (signal: AbortSignal) => (await dataOf(api.GET('/api/v1/analytics/charts', { signal }))).charts

const send = async (charts: Chart[]) => {
  const params = { header: once(crypto.randomUUID()) }
  return (await dataOf(api.PUT('/api/v1/analytics/charts', { params, body: { charts } }))).charts
}

const isSame = (some: unknown, others: unknown) => JSON.stringify(some) === JSON.stringify(others)

/**
 * Returns this browser's charts immediately, then the server's. If the browser's charts were not sent to the server yet, they
 * are newer, and are sent now (G-63).
 */
const chartsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['analytics', 'kept', userId],
    initialData: () => readKept(userId),
    initialDataUpdatedAt: 0,
    queryFn: async ({ signal }): Promise<KeptCharts> => {
      const kept = readKept(userId)
      const charts = kept && !kept.is_sent ? await send(kept.charts) : await read(signal)
      return writeKept({ user_id: userId, charts, is_sent: true })
    },
  })

/**
 * Returns the user's charts and a function that changes them. The change is stored in this browser first, and then on the
 * server.
 */
export function useCharts() {
  const userId = useSession().user.id
  const client = useQueryClient()
  const options = chartsQuery(userId)
  const query = useQuery(options)
  const put = (charts: Chart[], isSent: boolean) =>
    client.setQueryData(options.queryKey, writeKept({ user_id: userId, charts, is_sent: isSent }))
  const { mutate } = useMutation({
    mutationFn: send,
    // Changes are sent one after the other, so that the last change is also the last on the server.
    scope: { id: 'analytics.charts' },
    onSuccess: (_answer, sent) => {
      if (isSame(client.getQueryData(options.queryKey)?.charts, sent)) put(sent, true)
    },
  })
  const keep = (charts: Chart[]) => {
    void client.cancelQueries({ queryKey: options.queryKey })
    put(charts, false)
    mutate(charts)
  }
  return { query, charts: query.data?.charts ?? [], isSent: query.data?.is_sent ?? true, keep }
}
