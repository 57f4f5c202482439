import { queryOptions } from '@tanstack/react-query'
import { api, dataOf, dataOrNull } from '../../../lib/api/api-client.js'

/** First part of the keys of all queries that must be read again after a change of a vehicle. */
export const ENTITIES_KEY = 'entities'

/** The first few vehicles that match a typed text. */
export const entityChoiceQuery = (search: string) =>
  queryOptions({
    queryKey: [ENTITIES_KEY, 'choice', search],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/entities/index', { params: { query: { search, limit: 10 } }, signal })),
    placeholderData: (before) => before,
  })

/**
 * One vehicle with its tags and maintenance plans. Null if it does not exist or belongs to a business that the user does not see.
 */
export const entityRecordQuery = (id: number, timeZone: string) =>
  queryOptions({
    queryKey: [ENTITIES_KEY, 'record', id, timeZone],
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { with: 'tags;maintenance_plans', tz: timeZone } }
      return dataOrNull(api.GET('/api/v1/entities/{id}', { params, signal }))
    },
  })
