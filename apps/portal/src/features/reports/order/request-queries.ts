import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, dataOf, dataOrNull, unwrap } from '../../../lib/api/api-client.js'
import { REQUESTS } from '../queries/report-queries.js'

const POLL_MS = 2_000
const RECENT = 6

export const recentQuery = queryOptions({
  queryKey: [REQUESTS, 'recent'],
  queryFn: ({ signal }) => {
    const query = { limit: RECENT, orderBy: 'created_at', sortedBy: 'desc' } as const
    return dataOf(api.GET('/api/v1/reports/requests', { params: { query }, signal }))
  },
})

/** One request. Null if it does not exist or belongs to another user. */
export const requestQuery = (id: number) =>
  queryOptions({
    queryKey: [REQUESTS, 'one', id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/reports/requests/{id}', { params: { path: { id } }, signal })),
  })

/** Requests in progress. Polled only while there are any. */
const runningQuery = queryOptions({
  queryKey: [REQUESTS, 'running'],
  queryFn: ({ signal }) => {
    const query = { limit: 50, searchFields: 'state:inqueued,running' }
    return unwrap(api.GET('/api/v1/reports/requests', { params: { query }, signal }))
  },
  refetchInterval: ({ state: { data } }) => (data && data.data.length > 0 ? POLL_MS : false),
})

/**
 * Keeps the displayed requests current while a request is in progress, and reads them once more after the last one has ended.
 */
export function useRunningRequests(): void {
  const queries = useQueryClient()
  const { data, dataUpdatedAt } = useQuery(runningQuery)
  const wasRunning = useRef(false)
  const isRunning = (data?.data.length ?? 0) > 0
  useEffect(() => {
    if (isRunning || wasRunning.current) {
      const isShown = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey[0] === REQUESTS && queryKey[1] !== 'running'
      void queries.invalidateQueries({ predicate: isShown })
    }
    wasRunning.current = isRunning
  }, [queries, isRunning, dataUpdatedAt])
}
