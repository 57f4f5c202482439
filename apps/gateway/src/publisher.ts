import type { Topic } from '@roadbook/contracts'
import type { EventLog, LogMessage } from '@roadbook/event-log'
import type { Logger } from '@roadbook/platform'
import type { GatewayMetrics } from './metrics.js'

/**
 * An object that must be notified once per durable batch, even if several of the batch's messages concern it. An example is a
 * connection: it then writes the replies that were waiting for these messages.
 */
export interface Settled {
  settle(): void
}

/** Callback for when a message is durable. If the process ends before that, the callback is not called. */
export interface Durable {
  /** @param touched list to which the callback adds the objects that must be settled after the batch */
  durable(touched: Settled[]): void
}

/** An object that stopped reading because of {@link Publisher.isFull}. */
export interface Reader {
  proceed(): void
}

interface Waiting {
  message: LogMessage
  bytes: number
  addedAt: number
  onDurable: Durable | undefined
}

export interface PublisherOptions {
  log: EventLog
  logger: Logger
  metrics: GatewayMetrics
  /** Maximum number of bytes that wait. Above this number {@link Publisher.isFull} is true and reading must stop. */
  bufferedBytes: number
  /** Maximum milliseconds for which the first frame of a batch waits for further frames. */
  lingerMs?: number
  batchFrames?: number
  retryMs?: number
}

/**
 * Estimated bytes of memory that a waiting message uses in addition to its value and the frame's bytes: for JavaScript objects
 * and for the waiting reply.
 */
const OVERHEAD_BYTES = 768

/**
 * Maximum number of bytes of one append. Kafka accepts record batches of up to 16 MiB (`max.message.bytes`). It would refuse a
 * larger batch at every attempt.
 */
const APPEND_BYTES = 4 * 1024 * 1024

/**
 * Appends messages in small batches. A batch contains the frames that arrived within 2 ms, but at most 200, and is one durable
 * append. One commit per frame would cost 290 times as much. If a batch has more bytes than one append may have, it is divided
 * into several appends, in order. Only one batch is sent at a time. Otherwise, if one batch had to be sent again, a later
 * batch could overtake it, and messages of a tracker would change their order. While the log refuses a batch, the same batch
 * is sent again without limit and nothing is acknowledged. When too many bytes wait, the sessions stop reading.
 */
export class Publisher {
  readonly #options: Required<PublisherOptions>
  #waiting = new Map<Topic, Waiting[]>()
  #waitingFrames = 0
  #bufferedBytes = 0
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> | undefined
  #full = false
  #readers = new Set<Reader>()
  #closed = false
  /** Error of the last attempt to append the current batch. Absent if that attempt did not fail. */
  trouble: Error | undefined

  constructor(options: PublisherOptions) {
    this.#options = { lingerMs: 2, batchFrames: 200, retryMs: 200, ...options }
  }

  add(topic: Topic, message: LogMessage, onDurable?: Durable): void {
    const bytes = message.value.length + (message.headers?.raw?.length ?? 0) + OVERHEAD_BYTES
    const list = this.#waiting.get(topic)
    const waiting: Waiting = { message, bytes, addedAt: performance.now(), onDurable }
    if (list) list.push(waiting)
    else this.#waiting.set(topic, [waiting])
    this.#waitingFrames++
    this.#account(bytes)
    if (this.#running) return
    if (this.#waitingFrames >= this.#options.batchFrames) this.#start()
    else this.#timer ??= setTimeout(() => this.#start(), this.#options.lingerMs)
  }

  /** True if sessions must stop reading. */
  get isFull(): boolean {
    return this.#full
  }

  /** Registers a reader. Its `proceed` is called when fewer bytes wait again. */
  waitForRoom(reader: Reader): void {
    this.#readers.add(reader)
  }

  forget(reader: Reader): void {
    this.#readers.delete(reader)
  }

  /** Resolves when every message that was added before the call is durable, even if more messages are added meanwhile. */
  async settled(): Promise<void> {
    await this.#running
    if (!this.#running && this.#waitingFrames > 0) this.#start()
    await this.#running
  }

  /** Resolves when no message is waiting. */
  async flush(): Promise<void> {
    while (this.#running || this.#waitingFrames > 0) {
      if (!this.#running) this.#start()
      await this.#running
    }
  }

  /** Drops waiting messages. They were not acknowledged, so the trackers send them again. */
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
    for (const [topic, batch] of batches)
      for (const part of partsOf(batch)) {
        await this.#publishUntilDurable(topic, part)
        if (this.#closed) return
        this.#settle(part)
      }
  }

  #settle(batch: readonly Waiting[]): void {
    const { acknowledge } = this.#options.metrics
    const now = performance.now()
    const touched: Settled[] = []
    let bytes = 0
    for (const waiting of batch) {
      bytes += waiting.bytes
      if (!waiting.onDurable) continue
      acknowledge.observe((now - waiting.addedAt) / 1_000)
      waiting.onDurable.durable(touched)
    }
    this.#account(-bytes)
    for (const one of touched) one.settle()
  }

  async #publishUntilDurable(topic: Topic, batch: readonly Waiting[]): Promise<void> {
    const { log, logger, metrics, retryMs } = this.#options
    const messages = batch.map(({ message }) => message)
    for (let attempt = 0; !this.#closed; attempt++) {
      const began = performance.now()
      try {
        await log.publish(topic, messages)
        metrics.publish.observe((performance.now() - began) / 1_000)
        this.trouble = undefined
        if (attempt > 0) logger.info({ topic, attempt }, 'the event log takes messages again')
        return
      } catch (error) {
        this.trouble = error as Error
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
    metrics.backlog.bytes = this.#bufferedBytes
    if (!this.#full && this.#bufferedBytes >= bufferedBytes) this.#full = metrics.backlog.isFull = true
    else if (this.#full && this.#bufferedBytes < bufferedBytes / 2) {
      this.#full = metrics.backlog.isFull = false
      const readers = [...this.#readers]
      this.#readers.clear()
      for (const reader of readers) reader.proceed()
    }
  }
}

/** Divides a batch, in order, into parts of at most {@link APPEND_BYTES}. If a message is larger, it is a part of its own. */
function* partsOf(batch: readonly Waiting[]): Generator<readonly Waiting[]> {
  let from = 0
  let bytes = 0
  for (const [index, waiting] of batch.entries()) {
    if (index > from && bytes + waiting.bytes > APPEND_BYTES) {
      yield batch.slice(from, index)
      from = index
      bytes = 0
    }
    bytes += waiting.bytes
  }
  yield from === 0 ? batch : batch.slice(from)
}
