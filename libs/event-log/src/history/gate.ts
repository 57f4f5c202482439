import { setTimeout as pause } from 'node:timers/promises'
import { Topic } from '@roadbook/contracts'
import type { EventLog } from '../event-log.js'

/**
 * Maximum number of packets that may wait for the consumer processes. If more packets wait, the import pauses, so that
 * current data of trackers is not delayed.
 */
const MOST_WAITING = 2_000
const LOOK_AGAIN_MS = 500
/** Number of imported pages after which the number of waiting packets is queried again. */
const PAGES_A_LOOK = 4
/**
 * Number of queries after which the gate reports for the first time that it waits (5 s). It then reports each minute
 * (`REPORT_EVERY`).
 */
const FIRST_REPORT = 10
const REPORT_EVERY = 120
/** Group in which consumers read the log. */
export const CONSUMERS = 'consumer'

/** Waits while many packets wait for the consumer processes. */
export class Gate {
  #looking: Promise<void> | undefined
  #passes = 0

  constructor(
    private readonly log: Pick<EventLog, 'lag'>,
    private readonly say: (line: string) => void,
    private readonly lookAgainMs = LOOK_AGAIN_MS,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * Resolves when more may be published. Looks at the queue once in a few pages. Never gives up, but reports that it waits.
   * @throws AbortError when the signal aborts
   */
  async open(): Promise<void> {
    if (this.#passes++ % PAGES_A_LOOK === 0) this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    await this.#looking
  }

  async #look(): Promise<void> {
    let before = Infinity
    for (let looks = 1; ; looks++) {
      const waiting = await this.waiting()
      if (waiting <= MOST_WAITING) return
      if (looks === FIRST_REPORT || looks % REPORT_EVERY === 0) {
        this.say(
          waiting < before
            ? `waiting: consumers have ${waiting} packets before them`
            : `waiting: ${waiting} packets wait, and no consumer takes them. Is a consumer running?`,
        )
        before = waiting
      } else if (looks === 1) before = waiting
      await pause(this.lookAgainMs, undefined, { signal: this.signal })
    }
  }

  /** Returns the number of packets that no consumer process has taken yet. */
  async waiting(): Promise<number> {
    const lag = await this.log.lag(Topic.packets, CONSUMERS)
    return [...lag.values()].reduce((sum, packets) => sum + Number(packets), 0)
  }
}
