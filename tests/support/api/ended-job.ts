import { until } from '@roadbook/testing/until'
import type { ApiUnderTest } from './api-server.js'

/** Resolves with a job, as the API describes it to its requester, after the job is done or has failed. */
// Tests look at bodies of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
export function endedJob(api: ApiUnderTest, id: string, email: string): Promise<any> {
  const job = async () => (await api.get(`/jobs/${id}`, email)).body.data
  return until(`job ${id} of ${email} is done`, job, {
    withinMs: 120_000,
    fits: ({ state }: { state: string }) => ['done', 'failed'].includes(state),
  })
}
