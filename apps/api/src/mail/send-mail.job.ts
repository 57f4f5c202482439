import { z } from 'zod'
import type { ApiConfiguration } from '../configuration.js'
import type { Job } from '../jobs/index.js'

const payload = z.object({ mail_id: z.uuid() })
export type SendMailPayload = z.infer<typeof payload>

/** Sends one mail. The mail itself is stored in `outgoing_mails`. */
export const sendMailJob = ({ MAIL_ATTEMPTS, MAIL_RETRY_S }: ApiConfiguration): Job<SendMailPayload> => ({
  kind: 'send-mail',
  payload,
  attempts: MAIL_ATTEMPTS,
  retryAfterS: MAIL_RETRY_S,
  retryMaxS: 3_600,
  expireInS: 60,
  concurrency: 2,
})
