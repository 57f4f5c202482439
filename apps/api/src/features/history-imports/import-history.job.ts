import { z } from 'zod'
import type { Job } from '../../jobs/index.js'

const payload = z.object({ import_id: z.int(), look: z.int() })
export type ImportHistoryPayload = z.infer<typeof payload>

/**
 * Sends the positions of an import. Then checks for some time whether its trips are computed. `look` is the number of
 * earlier jobs of the import.
 */
export const IMPORT_HISTORY: Job<ImportHistoryPayload> = {
  kind: 'import-history',
  payload,
  // If no consumer process runs, each attempt ends without success. With this many attempts, an import waits for at least
  // two days.
  attempts: 3_000,
  retryAfterS: 2,
  retryMaxS: 60,
  expireInS: 600,
  concurrency: 2,
  ofOneBusiness: 1,
  // The key contains `look`, because a job queues the next job of the import while it still runs itself.
  singletonKey: ({ import_id: id, look }) => `${id} ${look}`,
}

const undone = z.object({ import_id: z.int() })
export type UndoHistoryImportPayload = z.infer<typeof undone>

/** Removes the positions and trips of an import. The job has a separate queue, so that it does not wait for imports. */
export const UNDO_HISTORY_IMPORT: Job<UndoHistoryImportPayload> = {
  kind: 'undo-history-import',
  payload: undone,
  attempts: 100,
  retryAfterS: 2,
  retryMaxS: 60,
  expireInS: 3_600,
  concurrency: 1,
  singletonKey: ({ import_id: id }) => String(id),
}
