import type { ScopedTransaction } from '../database/scoped-transaction.js'
import type { Requester } from './job.js'
import { countWaiting } from './jobs.repository.js'

/** Maximum own waiting jobs that are counted. More do not lower the priority further. */
const FARTHEST = 1_000

/**
 * Returns a job's group and priority. The priority falls with each waiting job of the same kind and business. So a new job waits
 * for one job of each other business, however many those have requested.
 */
export async function placeInLine(
  transaction: ScopedTransaction,
  kind: string,
  { userId, businessId }: Requester,
): Promise<{ group: { id: string }; priority: number }> {
  // A super admin has no business and counts as one.
  const id = businessId === null ? `user ${userId}` : `business ${businessId}`
  const waiting = await countWaiting(transaction, { kind, group: id, most: FARTHEST })
  // Jobs of the system have higher priorities; they are few, and the system waits for them.
  return { group: { id }, priority: -waiting }
}
