import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { markersKey } from '../../../live/query-keys.js'

/** Every visible entity's last state, in columns; a minute old at most. */
export const fleetQuery = queryOptions({
  queryKey: [...markersKey, 'columns'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/map/markers', { signal })),
  staleTime: 30_000,
  refetchInterval: 60_000,
})
