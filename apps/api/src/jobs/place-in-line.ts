import type { ScopedTransaction } from '../database/scoped-transaction.js'
import type { Requester } from './job.js'
import { countWaiting } from './jobs.repository.js'

/**
 * Maximum number of waiting jobs of the same business that are counted. More waiting jobs do not lower the priority further.
 */
const FARTHEST = 1_000

/**
 * Returns a job's group and priority. Each waiting job of the same kind and business lowers the priority by one. The first
 * job of a business thus waits for at most one job of each other business, however many jobs these have requested.
 */
export async function placeInLine(
  transaction: ScopedTransaction,
  kind: string,
  { userId, businessId }: Requester,
): Promise<{ group: { id: string }; priority: number }> {
  // A super admin has no business, so each super admin counts as a separate business.
  const id = businessId === null ? `user ${userId}` : `business ${businessId}`
  const waiting = await countWaiting(transaction, { kind, group: id, most: FARTHEST })
  // The priority is never positive, so that jobs that Roadbook itself requests (priority 0) come first. Such jobs are few,
  // and other parts of Roadbook wait for their results.
  return { group: { id }, priority: -waiting }
}
