import { z } from 'zod'
import type { Job } from '../jobs/index.js'

const payload = z.object({
  list: z.string(),
  user_id: z.int(),
  /** Milliseconds since 1970 UTC. */
  asked_at: z.int(),
  /** The view, as the list's own query parameters. */
  query: z.record(z.string(), z.string()),
  remote_address: z.string(),
  request_id: z.string(),
})
export type MailCsvPayload = z.infer<typeof payload>

/** Makes the CSV file of a view and mails it to the user who requested it. */
export const MAIL_CSV: Job<MailCsvPayload> = {
  kind: 'mail-csv',
  payload,
  attempts: 4,
  retryAfterS: 20,
  retryMaxS: 300,
  expireInS: 600,
  concurrency: 2,
  // One job per business runs at a time, so that a long export of one business does not delay the others.
  ofOneBusiness: 1,
}
