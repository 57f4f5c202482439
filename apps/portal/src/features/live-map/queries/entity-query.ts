import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { entityKey } from '../../../live/query-keys.js'

export type Entity = components['schemas']['Entity']

/** One vehicle with all data that the caller is allowed to see. */
export const entityQuery = (entityId: number) =>
  queryOptions({
    queryKey: entityKey(entityId),
    queryFn: async ({ signal }): Promise<Entity> => {
      const params = { path: { id: entityId }, query: { with: 'tags' } }
      return (await unwrap(api.GET('/api/v1/entities/{id}', { params, signal }))).data
    },
  })
