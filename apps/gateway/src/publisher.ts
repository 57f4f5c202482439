import { Topic } from '@roadbook/contracts'
import type { EventLog, LogMessage } from '@roadbook/event-log'
import type { Logger } from '@roadbook/platform'
import type { GatewayMetrics } from './metrics.js'

interface Waiting {
  message: LogMessage
  bytes: number
  onDurable?: () => void
}

export interface PublisherOptions {
  log: EventLog
  logger: Logger
  metrics: GatewayMetrics
  /** Above it, {@link Publisher.isFull} says that nobody should read on. */
  bufferedBytes: number
  /** How long the first frame of a batch waits for company. */
  lingerMs?: number
  batchFrames?: number
  retryMs?: number
}

/**
 * Micro-batches what sessions hand in: what arrived within 5 ms, or 200 frames, is one durable append (a commit per frame
 * costs 290 times as much). One batch is on its way at a time, so that order per tracker survives a retry; while the log
 * refuses, the same batch is tried again for ever, nothing is acknowledged and the sessions stop reading.
 */
export class Publisher {
  readonly #options: Required<PublisherOptions>
  #waiting = new Map<Topic, Waiting[]>()
  #waitingFrames = 0
  #bufferedBytes = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #full = false
  #listeners = new Set<() => void>()
  #closed = false

  constructor(options: PublisherOptions) {
    this.#options = { lingerMs: 5, batchFrames: 200, retryMs: 200, ...options }
  }

  /** `onDurable` is called once the message is safe; it is never called when the process dies before. */
  add(topic: Topic, message: LogMessage, onDurable?: () => void): void {
    const bytes = message.value.length + (message.headers?.raw?.length ?? 0) + 64
    const list = this.#waiting.get(topic)
    const waiting: Waiting = onDurable ? { message, bytes, onDurable } : { message, bytes }
    if (list) list.push(waiting)
    else this.#waiting.set(topic, [waiting])
    this.#waitingFrames++
    this.#account(bytes)
    if (this.#running) return
    if (this.#waitingFrames >= this.#options.batchFrames) this.#start()
    else this.#timer ??= setTimeout(() => this.#start(), this.#options.lingerMs)
  }

  /** Whether sessions must stop reading. */
  get isFull(): boolean {
    return this.#full
  }

  /** Called when there is room again. */
  onRoom(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resolves when everything handed in so far is durable. */
  async flush(): Promise<void> {
    while (this.#running || this.#waitingFrames > 0) {
      if (!this.#running) this.#start()
      await this.#running
    }
  }

  /** Gives up what is still waiting: nothing of it was acknowledged, so the trackers send it again. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
  }

  #start(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      if (this.#waitingFrames > 0 && !this.#closed) this.#start()
    })
  }

  async #run(): Promise<void> {
    const batches = this.#waiting
    this.#waiting = new Map()
    this.#waitingFrames = 0
    for (const [topic, batch] of batches) {
      await this.#publishUntilDurable(topic, batch)
      if (this.#closed) return
      this.#account(-batch.reduce((sum, { bytes }) => sum + bytes, 0))
      for (const { onDurable } of batch) onDurable?.()
    }
  }

  async #publishUntilDurable(topic: Topic, batch: Waiting[]): Promise<void> {
    const { log, logger, metrics, retryMs } = this.#options
    const messages = batch.map(({ message }) => message)
    for (let attempt = 0; !this.#closed; attempt++) {
      const stop = metrics.publish.startTimer()
      try {
        await log.publish(topic, messages)
        stop()
        if (attempt > 0) logger.info({ topic, attempt }, 'the event log takes messages again')
        return
      } catch (error) {
        metrics.publishFailures.inc()
        if (attempt === 0)
          logger.error({ err: error, topic, messages: messages.length }, 'the event log refused a batch; trying again')
        await new Promise((resolve) => setTimeout(resolve, Math.min(retryMs * 2 ** Math.min(attempt, 5), 5_000)))
      }
    }
  }

  #account(bytes: number): void {
    const { metrics, bufferedBytes } = this.#options
    this.#bufferedBytes += bytes
    metrics.buffered.set(this.#bufferedBytes)
    if (!this.#full && this.#bufferedBytes >= bufferedBytes) {
      this.#full = true
      metrics.readsPaused.set(1)
    } else if (this.#full && this.#bufferedBytes < bufferedBytes / 2) {
      this.#full = false
      metrics.readsPaused.set(0)
      for (const listener of this.#listeners) listener()
    }
  }
}
