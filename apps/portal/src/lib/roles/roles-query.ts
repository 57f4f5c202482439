import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../api/api-client.js'
import type { components } from '../api/schema.js'

/** Role with its permissions, and whether this user may assign it. */
export type Role = components['schemas']['Role']

/** Role without a business, with all permissions. */
export const SUPER_ADMIN = 'super-admin'

export const ROLES_KEY = ['roles'] as const

export const rolesQuery = queryOptions({
  queryKey: ROLES_KEY,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/roles', { signal }))).data,
})
