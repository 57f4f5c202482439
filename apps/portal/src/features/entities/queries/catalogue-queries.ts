import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import { CATALOGUE_KEY } from '../../../lib/catalogue-queries.js'

export const targetGroupsQuery = queryOptions({
  queryKey: [CATALOGUE_KEY, 'target-groups'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/dropdown/target-groups', { signal })),
})

/** Reads whether a business wants vehicle names in capitals (G-22). Disabled without the right to read businesses. */
export const nameUpperQuery = (businessId: number | null, mayRead: boolean) =>
  queryOptions({
    queryKey: ['businesses', 'name-upper', businessId],
    enabled: mayRead && businessId !== null,
    queryFn: async ({ signal }) => {
      const params = { path: { id: businessId ?? 0 } }
      return (await dataOf(api.GET('/api/v1/businesses/{id}', { params, signal }))).name_upper
    },
  })
