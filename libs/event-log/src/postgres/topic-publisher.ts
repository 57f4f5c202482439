import type pg from 'pg'
import type { LogMessage } from '../event-log.js'
import { growingPauseMs, pause } from '../pause.js'
import { appendStatement } from './append.js'
import { bounded, isWorthRetrying } from './bounded-query.js'

const MAX_MESSAGES = 2_000

interface Call {
  messages: readonly LogMessage[]
  resolve(): void
  reject(reason: unknown): void
}

export interface TopicPublisherOptions {
  pool: pg.Pool
  topic: string
  /** How many partitions the topic has; rejects when the database cannot say. */
  partitions(): Promise<number>
  /** Makes missing segments. */
  makeSegments(): Promise<void>
  /** Called after messages became readable. */
  onAppended(): void
  /** How long to try again before the caller is told. */
  patienceMs: number
}

/**
 * Appends what publishers of one process hand in, in the order of their calls: one transaction at a time, which takes all
 * that is waiting. While it runs the next ones gather, so a commit is shared the more the busier it is.
 */
export class TopicPublisher {
  private waiting: Call[] = []
  private running: Promise<void> | undefined
  private readonly stopping = new AbortController()

  constructor(private readonly options: TopicPublisherOptions) {}

  publish(messages: readonly LogMessage[]): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.reject(new Error('the event log is closed'))
    if (messages.length === 0) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.waiting.push({ messages, resolve, reject })
      this.running ??= this.drain()
    })
  }

  /** Finishes what was handed in; stops trying again. */
  async close(): Promise<void> {
    this.stopping.abort()
    await this.running
  }

  private async drain(): Promise<void> {
    while (this.waiting.length > 0) {
      const calls = this.take()
      try {
        await this.append(calls.flatMap((call) => call.messages))
        for (const call of calls) call.resolve()
        this.options.onAppended()
      } catch (error) {
        // Those behind go too: overtaking what failed would break the order of its keys once it is published again.
        for (const call of [...calls, ...this.waiting.splice(0)]) call.reject(error)
      }
    }
    this.running = undefined
  }

  private take(): Call[] {
    let size = 0
    let count = 0
    for (const { messages } of this.waiting) {
      if (count > 0 && size + messages.length > MAX_MESSAGES) break
      size += messages.length
      count += 1
    }
    return this.waiting.splice(0, count)
  }

  private async append(messages: readonly LogMessage[]): Promise<void> {
    const deadline = performance.now() + this.options.patienceMs
    for (let attempt = 1; ; attempt++) {
      try {
        const { pool, topic } = this.options
        await pool.query(bounded(appendStatement(topic, await this.options.partitions(), messages)))
        return
      } catch (error) {
        const wait = growingPauseMs(attempt)
        const isHopeless = this.stopping.signal.aborted || performance.now() + wait > deadline
        if (isMissingSegment(error)) {
          if (attempt > 3) throw error
          await this.options.makeSegments()
        } else if (!isWorthRetrying(error) || isHopeless) {
          throw error
        } else {
          await pause(wait, this.stopping.signal)
        }
      }
    }
  }
}

/** PostgreSQL: no partition of relation found for row. */
const isMissingSegment = (error: unknown): boolean =>
  (error as { code?: string }).code === '23514' && /no partition of relation/.test((error as Error).message)
