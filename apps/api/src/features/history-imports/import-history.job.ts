import { z } from 'zod'
import type { Job } from '../../jobs/index.js'

const payload = z.object({ import_id: z.int(), look: z.int() })
export type ImportHistoryPayload = z.infer<typeof payload>

/** Sends the positions of an import and looks at its trips for some time. `look` counts the jobs of the import before this one. */
export const IMPORT_HISTORY: Job<ImportHistoryPayload> = {
  kind: 'import-history',
  payload,
  // An import waits as long as the consumers are away. With these attempts it waits for two days at least.
  attempts: 3_000,
  retryAfterS: 2,
  retryMaxS: 60,
  expireInS: 600,
  concurrency: 2,
  ofOneBusiness: 1,
  // A job requests the next look while it still runs.
  singletonKey: ({ import_id: id, look }) => `${id} ${look}`,
}

const undone = z.object({ import_id: z.int() })
export type UndoHistoryImportPayload = z.infer<typeof undone>

/** Removes what an import has brought. It has its own queue, so that it need not wait for imports. */
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
