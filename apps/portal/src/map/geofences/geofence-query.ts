import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, dataOrNull } from '../../lib/api/api-client.js'
import { drawnOf } from '../drawn-area.js'
import type { Box } from './shown-box.js'
import type { NamedArea } from './world-area.js'

/** What begins the keys of queries that a change of a geofence makes old. */
export const GEOFENCES_KEY = 'geofences'

/** Geofences are seldom drawn anew while somebody looks at the map. */
const STALE_MS = 60_000

const WORLD: Box = [-180, -90, 180, 90]

/** One geofence with all that is known of it; null where there is none. */
export const geofenceQuery = (id: number) =>
  queryOptions({
    queryKey: [GEOFENCES_KEY, id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/geofences/{id}', { params: { path: { id } }, signal })),
  })

/** The geofences that reach into a part of the map, the largest first; of the whole world without one. */
export const areasQuery = (box: Box = WORLD) =>
  queryOptions({
    queryKey: [GEOFENCES_KEY, 'on-map', box],
    queryFn: async ({ signal }): Promise<NamedArea[]> => {
      const areas = await dataOf(api.GET('/api/v1/map/geofences', { params: { query: { bbox: box.join(',') } }, signal }))
      return areas.map((one) => ({ id: one.id, name: one.name, ...drawnOf(one) }))
    },
    staleTime: STALE_MS,
  })
