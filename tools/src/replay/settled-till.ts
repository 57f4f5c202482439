import { GROUP } from '@roadbook/consumer/metrics'
import { Topic } from '@roadbook/contracts'
import type { LogReader } from '@roadbook/event-log'

/** Time for which a consumer may still be processing packets after it has read them from the log, in milliseconds. */
const MARGIN_MS = 5_000

/**
 * Returns the time up to which packets are certainly stored. Packets that consumers have not read yet then do not count as
 * missing.
 * @param till end of the requested period, if any
 */
export async function settledTill(log: LogReader, till: number | undefined, now: number): Promise<number> {
  const { groups } = await log.stats(Topic.packets)
  const waitingSince = groups.find(({ group }) => group === GROUP)?.waitingSince ?? now
  return Math.min(till ?? Infinity, waitingSince - MARGIN_MS, now - MARGIN_MS)
}
