import { queryOptions } from '@tanstack/react-query'
import { api, dataOf } from '../../../lib/api/api-client.js'
import type { components } from '../../../lib/api/schema.js'

export type AccountSession = components['schemas']['AccountSession']
export type AccountSecurity = components['schemas']['AccountSecurity']

/** Sign-in settings of the signed-in user. */
export const securityQuery = queryOptions({
  queryKey: ['account', 'security'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/account/security', { signal })),
})

/** Sessions of the signed-in user, the one of this browser first. */
export const sessionsQuery = queryOptions({
  queryKey: ['account', 'sessions'],
  queryFn: ({ signal }) => dataOf(api.GET('/api/v1/account/sessions', { signal })),
})
