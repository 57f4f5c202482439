import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { PositionsStore } from '../../../live/positions-store.js'
import { markersKey } from '../../../live/query-keys.js'
import { toFleet } from '../fleet.js'

/** Live updates keep positions fresh; the list itself is read again now and then for names and new vehicles. */
const REFRESH_MS = 5 * 60_000

/** Every vehicle of the scope, in one compact answer; where each was last goes into the store, which keeps what is newer and forgets the rest. */
export const fleetQuery = (positions: PositionsStore) =>
  queryOptions({
    queryKey: [...markersKey, 'fleet'],
    queryFn: async ({ signal }) => {
      const fleet = toFleet((await unwrap(api.GET('/api/v1/map/markers', { signal }))).data)
      positions.load(fleet.positions)
      positions.keepOnly(fleet.markers.keys())
      return fleet
    },
    staleTime: REFRESH_MS,
    refetchInterval: REFRESH_MS,
    structuralSharing: false,
  })
