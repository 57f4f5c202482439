import { api, unwrap } from '../../../lib/api/api-client.js'
import { SERVICES_KEY } from './services.js'

/** Number of services in each state. */
export const countsQuery = {
  queryKey: [SERVICES_KEY, 'counts'],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const page = await unwrap(api.GET('/api/v1/maintenance-notifications', { params: { query: { limit: 1 } }, signal }))
    return page.meta.counts
  },
}
