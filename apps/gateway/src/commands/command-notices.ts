import { setTimeout as wait } from 'node:timers/promises'
import { Topic, type CommandNotice } from '@roadbook/contracts'
import type { Batch, EventLog, Subscription } from '@roadbook/event-log'
import type { Logger } from '@roadbook/platform'

const RETRY_MS = 2_000

export interface CommandNoticesParts {
  log: EventLog
  /** Consumer group that contains only this process, so that every gateway receives every notice. */
  group: string
  logger: Logger
  onNotice(imei: string): void
}

/**
 * Reads new messages of `tracker.commands`. A notice only names a tracker whose commands must be checked in the database. So a
 * repeated notice never causes a command to be sent twice.
 */
export class CommandNotices {
  readonly #stopping = new AbortController()
  #subscription: Subscription | undefined
  #starting: Promise<void> | undefined

  constructor(private readonly parts: CommandNoticesParts) {}

  /** Starts in the background. Waits for the log while it is unavailable. */
  start(): void {
    this.#starting = this.#subscribe()
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#starting
    await this.#subscription?.stop()
  }

  async #subscribe(): Promise<void> {
    const { log, group, logger } = this.parts
    const { signal } = this.#stopping
    while (!signal.aborted) {
      try {
        await log.prepare()
        this.#subscription = await log.subscribe({
          topic: Topic.commands,
          group,
          from: 'latest',
          isAlone: true,
          onBatch: (batch) => this.#take(batch),
          onError: (error) => logger.warn({ err: error }, 'reading notices of commands'),
        })
        return
      } catch (error) {
        logger.warn({ err: error }, 'cannot hear of commands yet; they are looked for every few seconds')
        // An abort ends the wait, too. Its error is ignored here, because the loop then checks the signal.
        await wait(RETRY_MS, undefined, { signal }).catch(() => undefined)
      }
    }
  }

  async #take(batch: Batch): Promise<void> {
    for (const { value, key } of batch.messages) if (isNotice(value, key)) this.parts.onNotice(key)
    await batch.commit()
  }
}

function isNotice(value: Buffer, key: string): boolean {
  try {
    return (JSON.parse(value.toString()) as CommandNotice | null)?.imei === key
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}
