import { z } from 'zod'
import type { Job } from '../../../jobs/index.js'

const payload = z.object({ request_id: z.int(), run: z.int() })
export type MakeReportPayload = z.infer<typeof payload>

/** Makes the file of a requested report and mails it. */
export const MAKE_REPORT: Job<MakeReportPayload> = {
  kind: 'make-report',
  payload,
  attempts: 5,
  retryAfterS: 10,
  retryMaxS: 300,
  expireInS: 900,
  concurrency: 2,
  // One job per business runs at a time, so that a long report of one business does not delay others.
  ofOneBusiness: 1,
}
