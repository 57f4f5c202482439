import type { LogMessage } from './event-log.js'

const MAX_MESSAGES = 2_000
const MAX_BYTES = 4 * 1024 * 1024

interface Call {
  messages: readonly LogMessage[]
  resolve(): void
  reject(reason: unknown): void
}

/**
 * Appends to one topic what publishers of one process hand in, in the order of their calls: one append at a time, which
 * takes all that is waiting. While it runs the next ones gather, so a commit is shared the more the busier it is.
 */
export class PublishQueue {
  private waiting: Call[] = []
  private running: Promise<void> | undefined
  private readonly stopping = new AbortController()

  /** @param append makes messages durable; tries again for itself, until the signal aborts at the latest. */
  constructor(private readonly append: (messages: readonly LogMessage[], signal: AbortSignal) => Promise<void>) {}

  publish(messages: readonly LogMessage[]): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.reject(new Error('the event log is closed'))
    if (messages.length === 0) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.waiting.push({ messages, resolve, reject })
      this.running ??= this.drain()
    })
  }

  /** Finishes what was handed in; nothing is tried again. */
  async close(): Promise<void> {
    this.stopping.abort()
    await this.running
  }

  private async drain(): Promise<void> {
    // Callers that were woken together publish in the same turn of the event loop.
    await new Promise(setImmediate)
    while (this.waiting.length > 0) {
      const calls = this.take()
      try {
        await this.append(
          calls.flatMap((call) => call.messages),
          this.stopping.signal,
        )
        for (const call of calls) call.resolve()
      } catch (error) {
        // Those behind go too: overtaking what failed would break the order of its keys once it is published again.
        for (const call of [...calls, ...this.waiting.splice(0)]) call.reject(error)
      }
    }
    this.running = undefined
  }

  private take(): Call[] {
    let size = 0
    let bytes = 0
    let count = 0
    for (const { messages } of this.waiting) {
      size += messages.length
      bytes += messages.reduce((sum, message) => sum + bytesOf(message), 0)
      if (count > 0 && (size > MAX_MESSAGES || bytes > MAX_BYTES)) break
      count += 1
    }
    return this.waiting.splice(0, count)
  }
}

const bytesOf = ({ value, headers }: LogMessage): number =>
  Object.values(headers ?? {}).reduce((sum, header) => sum + header.length, value.length)
