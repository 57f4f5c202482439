import { api, unwrap } from '../../lib/api/api-client.js'
import type { components } from '../../lib/api/schema.js'
import type { ListSource } from '../../table/index.js'

/** Work in the background, from the request to its end. */
export type Job = components['schemas']['Job']

/** One's own jobs of the last 30 days; a super admin's are everybody's. */
export const jobList: ListSource<Job> = {
  key: ['jobs'],
  idOf: ({ id }) => id,
  nameOf: ({ kind }) => kind,
  fetchPage: (criteria, signal) => {
    const query = { ...criteria, orderBy: criteria.orderBy as 'created_at' }
    return unwrap(api.GET('/api/v1/jobs', { params: { query }, signal }))
  },
}
