import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import { ApiError } from '../../../lib/api/api-error.js'

/** Begins the keys of everything that a change of a vehicle makes old. */
export const ENTITIES_KEY = 'entities'

/** One vehicle with its tags and maintenance plans; null when it is not there or not in scope. */
export const entityRecordQuery = (id: number, timeZone: string) =>
  queryOptions({
    queryKey: [ENTITIES_KEY, 'record', id, timeZone],
    queryFn: async ({ signal }) => {
      const params = { path: { id }, query: { with: 'tags;maintenance_plans', tz: timeZone } }
      try {
        return (await unwrap(api.GET('/api/v1/entities/{id}', { params, signal }))).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }
    },
  })
