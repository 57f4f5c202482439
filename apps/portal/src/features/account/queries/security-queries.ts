import { queryOptions } from '@tanstack/react-query'
import { api, unwrap } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'

export type AccountSession = components['schemas']['AccountSession']
export type AccountSecurity = components['schemas']['AccountSecurity']

/** How the signed-in user signs in. */
export const securityQuery = queryOptions({
  queryKey: ['account', 'security'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/account/security', { signal }))).data,
})

/** Where they are signed in; this browser first. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/api/v1/account/sessions', { signal }))).data,
})
