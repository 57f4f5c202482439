import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, dataOrNull } from '../../lib/api/api-client.js'
import { drawnOf } from '../drawn-area.js'
import type { Box } from './shown-box.js'
import type { NamedArea } from './world-area.js'

/** First part of the keys of all queries that must be read again after a change of a geofence. */
export const GEOFENCES_KEY = 'geofences'

/** Time in ms after which geofences are read again. They seldom change while a user looks at the map. */
const STALE_MS = 60_000

const WORLD: Box = [-180, -90, 180, 90]

/** Query for one geofence with all details. Null if it does not exist. */
export const geofenceQuery = (id: number) =>
  queryOptions({
    queryKey: [GEOFENCES_KEY, id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/geofences/{id}', { params: { path: { id } }, signal })),
  })

/** Query for the geofences that overlap a part of the map, largest first. By default for the whole world. */
export const areasQuery = (box: Box = WORLD) =>
  queryOptions({
    queryKey: [GEOFENCES_KEY, 'on-map', box],
    queryFn: async ({ signal }): Promise<NamedArea[]> => {
      const areas = await dataOf(api.GET('/api/v1/map/geofences', { params: { query: { bbox: box.join(',') } }, signal }))
      return areas.map((one) => ({ id: one.id, name: one.name, ...drawnOf(one) }))
    },
    staleTime: STALE_MS,
  })
