import { z } from 'zod'
import type { Job } from '../../jobs/index.js'

const payload = z.object({ import_id: z.int(), undo: z.boolean() })
export type ImportHistoryPayload = z.infer<typeof payload>

/** Sends the positions of an import and waits for its trips, or removes what it has brought. */
export const IMPORT_HISTORY: Job<ImportHistoryPayload> = {
  kind: 'import-history',
  payload,
  // An import waits as long as the consumers are away. With these attempts it waits for two days at least.
  attempts: 3_000,
  retryAfterS: 2,
  retryMaxS: 60,
  expireInS: 600,
  concurrency: 1,
  // The job of an import may still run when the import is undone.
  singletonKey: ({ import_id: id, undo }) => `${id}${undo ? ' undo' : ''}`,
}
