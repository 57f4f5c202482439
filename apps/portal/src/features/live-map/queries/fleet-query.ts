import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { markersKey } from '../../../live/query-keys.js'
import { toFleet } from '../fleet.js'

/** Live updates keep positions fresh; the list itself is read again now and then for names and new vehicles. */
const REFRESH_MS = 5 * 60_000

/** Every vehicle of the scope with its last position, in one compact answer. */
export const fleetQuery = () =>
  queryOptions({
    queryKey: [...markersKey, 'fleet'],
    queryFn: async ({ signal }) => toFleet((await unwrap(api.GET('/api/v1/map/markers', { signal }))).data),
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  })
