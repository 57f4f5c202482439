import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { PositionsStore } from '../../../live/positions-store.js'
import { markersKey } from '../../../live/query-keys.js'
import { toFleet } from '../fleet.js'

/** Polling interval in ms. Live updates keep positions fresh, so the list is read again only for names and new vehicles. */
const REFRESH_MS = 5 * 60_000

/**
 * All vehicles that the user may see, in one compact response. Their last positions go into the positions store. The store
 * does not overwrite newer positions, and drops vehicles that are not in the response.
 */
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
