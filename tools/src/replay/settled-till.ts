import { GROUP } from '@roadbook/consumer/metrics'
import { Topic } from '@roadbook/contracts'
import type { LogReader } from '@roadbook/event-log'

/** Time, in milliseconds, for which a consumer process may still be working on packets after it has read them from the log. */
const MARGIN_MS = 5_000

/**
 * Returns the time up to which the data of all packets are certainly stored. Later packets are not compared, because data
 * that consumer processes have not stored yet would count as missing.
 * @param till end of the requested period, if any
 */
export async function settledTill(log: LogReader, till: number | undefined, now: number): Promise<number> {
  const { groups } = await log.stats(Topic.packets)
  const waitingSince = groups.find(({ group }) => group === GROUP)?.waitingSince ?? now
  return Math.min(till ?? Infinity, waitingSince - MARGIN_MS, now - MARGIN_MS)
}
