import { queryOptions } from '@tanstack/react-query'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'
import { BUSINESSES_KEY } from '../../../lib/businesses/business-tree-query.js'

export type Business = components['schemas']['Business']

/** One business with the tag of the version that was read. */
export interface TaggedBusiness {
  business: Business
  tag: string | null
}

export const businessQuery = (id: number) =>
  queryOptions({
    queryKey: [...BUSINESSES_KEY, id, 'business'],
    queryFn: async ({ signal }): Promise<TaggedBusiness> => {
      const call = api.GET('/api/v1/businesses/{id}', { params: { path: { id } }, signal })
      const { data } = await unwrap(call)
      return { business: data, tag: (await call).response.headers.get('etag') }
    },
  })

/** Statistics of the devices of a business and the businesses below it. */
export const statisticsQuery = (id: number) =>
  queryOptions({
    queryKey: [...BUSINESSES_KEY, id, 'statistics'],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/businesses/{id}/devices/statistics', { params: { path: { id } }, signal })),
  })
