import { setTimeout as pause } from 'node:timers/promises'
import { Topic } from '@roadbook/contracts'
import type { OpenEventLog } from '@roadbook/event-log'
import { CONSUMERS } from '@roadbook/event-log'

const WITHIN_MS = 30_000
const LOOK_AGAIN_MS = 250

/**
 * Waits until the consumers have been at the end of every partition. Then they have processed all packets from before, even if
 * trackers send new ones all the time. A consumer commits its offset only after it has written the trips.
 * @returns false if the consumers do not get there in half a minute
 */
export async function caughtUp(
  log: Pick<OpenEventLog, 'lag'>,
  { withinMs, lookAgainMs } = { withinMs: WITHIN_MS, lookAgainMs: LOOK_AGAIN_MS },
): Promise<boolean> {
  const reached = new Set<number>()
  for (const end = Date.now() + withinMs; ;) {
    const lag = await log.lag(Topic.packets, CONSUMERS)
    for (const [partition, waiting] of lag) if (waiting === 0n) reached.add(partition)
    if ([...lag.keys()].every((partition) => reached.has(partition))) return true
    if (Date.now() >= end) return false
    await pause(lookAgainMs)
  }
}
