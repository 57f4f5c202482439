import { z } from 'zod'
import type { Job } from '../../jobs/index.js'

const payload = z.object({ notification_id: z.int() })
export type SendNotificationPayload = z.infer<typeof payload>

/** Sends the due messages of one notification. Only one job at a time sends a notification. */
export const SEND_NOTIFICATION: Job<SendNotificationPayload> = {
  kind: 'send-notification',
  payload,
  singletonKey: ({ notification_id }) => String(notification_id),
  attempts: 5,
  retryAfterS: 10,
  retryMaxS: 300,
  expireInS: 900,
  concurrency: 2,
}
