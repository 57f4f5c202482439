import { queryOptions } from '@tanstack/react-query'
import { api, unwrap, dataOrNull, dataOf } from '../../../lib/api/api-client.js'

/** First part of the keys of all queries that must be read again after a change of a user. */
export const USERS_KEY = 'users'

const countOf = async (status: 'active' | 'deleted', signal: AbortSignal): Promise<number> =>
  (await unwrap(api.GET('/api/v1/users', { params: { query: { status, limit: 1 } }, signal }))).meta.total

/** Numbers of users and of deleted users. */
export const userCountsQuery = queryOptions({
  queryKey: [USERS_KEY, 'counts'],
  queryFn: async ({ signal }) => {
    const [active, deleted] = await Promise.all([countOf('active', signal), countOf('deleted', signal)])
    return { active, deleted }
  },
})

/** One user. Null if the user does not exist or the signed-in user is not allowed to see them. */
export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [USERS_KEY, 'one', id],
    queryFn: ({ signal }) => dataOrNull(api.GET('/api/v1/users/{id}', { params: { path: { id } }, signal })),
  })

/** User with this e-mail address, deleted or not, among those that the signed-in user may see. Null if there is none. */
export const namesakeQuery = (email: string) =>
  queryOptions({
    queryKey: [USERS_KEY, 'namesake', email.toLowerCase()],
    queryFn: async ({ signal }) => {
      const query = { status: 'all' as const, searchFields: `email:like${email}`, limit: 50 }
      const { data } = await unwrap(api.GET('/api/v1/users', { params: { query }, signal }))
      return data.find((user) => user.email.toLowerCase() === email.toLowerCase()) ?? null
    },
  })

export const userRightsQuery = (id: number) =>
  queryOptions({
    queryKey: [USERS_KEY, 'rights', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/users/{id}/permissions', { params: { path: { id } }, signal })),
  })

export const userDevicesQuery = (id: number) =>
  queryOptions({
    queryKey: [USERS_KEY, 'devices', id],
    queryFn: ({ signal }) => dataOf(api.GET('/api/v1/users/{id}/devices', { params: { path: { id } }, signal })),
  })

/** Devices of a business whose IMEI or title contains the text. */
export const deviceSearchQuery = (businessId: number, text: string) =>
  queryOptions({
    queryKey: [USERS_KEY, 'device-search', businessId, text],
    queryFn: ({ signal }) => {
      const params = { path: { id: businessId }, query: { search: text, limit: 20 } }
      return dataOf(api.GET('/api/v1/businesses/{id}/devices', { params, signal }))
    },
    enabled: text !== '',
  })

export const userTokensQuery = (id: number) =>
  queryOptions({
    queryKey: ['tokens', 'of-user', id],
    queryFn: ({ signal }) => {
      const query = { searchFields: `user_id:=${id}`, limit: 50 }
      return dataOf(api.GET('/api/v1/tokens', { params: { query }, signal }))
    },
  })
