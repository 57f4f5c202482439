import { Topic } from '@roadbook/contracts'
import type { Context } from './context.js'
import { GROUP } from './metrics.js'

/** Progress is checked this number of times during the maximum time without progress (`STALL_MS`). */
const LOOKS = 6

/**
 * Ends a process that makes no progress although packets wait in its partitions, for example because a client library is stuck
 * or a promise never settles. A process that waits for an unavailable database or log is not ended, because each of its
 * attempts counts as progress.
 */
export class Watchdog {
  readonly #timer: NodeJS.Timeout
  #isLooking = false

  constructor(
    private readonly context: Context,
    private readonly partitions: () => readonly number[],
    private readonly stallMs: number,
    private readonly end: () => void = () => process.exit(1),
  ) {
    this.#timer = setInterval(() => void this.look(), stallMs / LOOKS).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  private async look(): Promise<void> {
    const { activity, log, logger } = this.context
    if (this.#isLooking || activity.quietMs < this.stallMs) return
    this.#isLooking = true
    try {
      const lag = await log.lag(Topic.packets, GROUP)
      const waiting = this.partitions().filter((partition) => (lag.get(partition) ?? 0n) > 0n)
      if (waiting.length === 0) activity.note()
      else if (activity.quietMs >= this.stallMs) {
        logger.fatal({ partitions: waiting, quietMs: Math.round(activity.quietMs) }, 'packets wait and nothing happens: ending')
        this.end()
      }
    } catch (error) {
      activity.note()
      logger.warn({ err: error }, 'could not ask the event log what waits')
    } finally {
      this.#isLooking = false
    }
  }
}
