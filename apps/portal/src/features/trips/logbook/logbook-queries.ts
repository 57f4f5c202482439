import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, dataOrNull } from '../../../lib/api/api-client.js'
import { inReadersOrder } from '../../../lib/search-text.js'
import type { components } from '../../../lib/api/schema.js'

export type Logbook = components['schemas']['Logbook']
export type LogbookEntry = components['schemas']['LogbookEntry']

const VEHICLES_FRESH_MS = 5 * 60_000

/** Vehicles that this user sees on the map, by name. */
export const vehiclesQuery = queryOptions({
  queryKey: ['vehicles', 'of-map'],
  queryFn: async ({ signal }) => {
    const { columns } = await dataOf(api.GET('/api/v1/map/markers', { signal }))
    const vehicles = columns.entity_id.map((id, at) => ({ id, name: columns.name[at] ?? String(id) }))
    return vehicles.sort((one, other) => inReadersOrder(one.name, other.name))
  },
  staleTime: VEHICLES_FRESH_MS,
})

/** One month of a vehicle's logbook. Null if the user is not allowed to see the vehicle or its location is hidden. */
export const logbookQuery = (entityId: number, month: string, timeZone: string) =>
  queryOptions({
    queryKey: ['trips', 'logbook', entityId, month, timeZone],
    queryFn: ({ signal }) => {
      const params = { path: { id: entityId }, query: { from: month, till: month, tz: timeZone } }
      return dataOrNull(api.GET('/api/v1/entities/{id}/logbook', { params, signal }))
    },
  })
