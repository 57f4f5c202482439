import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { markersKey } from '../../../live/query-keys.js'

/** Last state of all visible entities, in columns. At most a minute old. */
export const fleetQuery = queryOptions({
  queryKey: [...markersKey, 'columns'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/map/markers', { signal })),
  staleTime: 30_000,
  refetchInterval: 60_000,
})
