import type { ScopedTransaction } from '../database/scoped-transaction.js'
import type { Requester } from './job.js'
import { countWaiting } from './jobs.repository.js'

/** Maximum number of waiting jobs of the same business that are counted. Further jobs do not lower the priority more. */
const FARTHEST = 1_000

/**
 * Returns a job's group and priority. The priority falls with each waiting job of the same kind and business. A new job thus
 * waits for at most one job of each other business, even if those have requested many.
 */
export async function placeInLine(
  transaction: ScopedTransaction,
  kind: string,
  { userId, businessId }: Requester,
): Promise<{ group: { id: string }; priority: number }> {
  // A super admin has no business. They count as a business of their own.
  const id = businessId === null ? `user ${userId}` : `business ${businessId}`
  const waiting = await countWaiting(transaction, { kind, group: id, most: FARTHEST })
  // Jobs that Roadbook itself requests have higher priorities, because they are few and other parts wait for them.
  return { group: { id }, priority: -waiting }
}
