import { GROUP } from '@roadbook/consumer/metrics'
import { Topic } from '@roadbook/contracts'
import type { LogReader } from '@roadbook/event-log'

/** What a consumer may still be at work on, though it has taken it from the log. */
const MARGIN_MS = 5_000

/**
 * Up to when packets are stored for sure: what consumers have yet to take must not look as if it were missing.
 * @param till what was asked for, if anything.
 */
export async function settledTill(log: LogReader, till: number | undefined, now: number): Promise<number> {
  const { groups } = await log.stats(Topic.packets)
  const waitingSince = groups.find(({ group }) => group === GROUP)?.waitingSince ?? now
  return Math.min(till ?? Infinity, waitingSince - MARGIN_MS, now - MARGIN_MS)
}
