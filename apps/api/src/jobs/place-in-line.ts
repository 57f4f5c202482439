import type { ScopedTransaction } from '../database/scoped-transaction.js'
import type { Requester } from './job.js'
import { countWaiting } from './jobs.repository.js'

/** Behind so many of its own a job waits as long as behind more. */
const FARTHEST = 1_000

/**
 * Where a job that somebody asks for stands in line: behind as many rounds as jobs of the same kind and business wait already. So
 * whoever asks for one waits for one job of each other business, however many those have asked for.
 */
export async function placeInLine(
  transaction: ScopedTransaction,
  kind: string,
  { userId, businessId }: Requester,
): Promise<{ group: { id: string }; priority: number }> {
  // A super admin has no business, and is one among them.
  const id = businessId === null ? `user ${userId}` : `business ${businessId}`
  const waiting = await countWaiting(transaction, { kind, group: id, most: FARTHEST })
  // Above 0 come those that nobody asked for: they are few, and the system waits for them.
  return { group: { id }, priority: -waiting }
}
