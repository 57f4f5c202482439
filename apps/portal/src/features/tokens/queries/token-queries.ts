import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, unwrap, dataOf } from '../../../lib/api/api-client.js'
import { once, useOnceKey } from '../../../lib/api/headers.js'
import type { components } from '../../../lib/api/schema.js'
import type { Token } from '../token.js'

export type NewToken = components['schemas']['CreateToken']

const KEY = 'tokens'

/** One token. Null if it does not exist or the user is not allowed to see it. */
export const tokenQuery = (id: number) =>
  queryOptions({
    queryKey: [KEY, 'one', id],
    queryFn: async ({ signal }) => {
      const query = { searchFields: `id:=${id}`, limit: 1 }
      const { data } = await unwrap(api.GET('/api/v1/tokens', { params: { query }, signal }))
      return data[0] ?? null
    },
  })

/** Creates a token for the user. Sending the same form again creates no second token. */
export function useCreateToken() {
  const queries = useQueryClient()
  const keyOf = useOnceKey()
  return useMutation({
    mutationFn: (body: NewToken) => {
      const params = { header: once(keyOf(body)) }
      return dataOf(api.POST('/api/v1/tokens', { params, body }))
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [KEY] }),
  })
}

/** Revokes a token immediately. Its history gets a new entry. */
export function useRevokeToken() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number): Promise<Token> => dataOf(api.DELETE('/api/v1/tokens/{id}', { params: { path: { id } } })),
    onSuccess: () => Promise.all([KEY, 'audit'].map((key) => queries.invalidateQueries({ queryKey: [key] }))),
  })
}
