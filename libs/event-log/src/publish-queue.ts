import type { LogMessage } from './event-log.js'

const MAX_MESSAGES = 2_000
const MAX_BYTES = 4 * 1024 * 1024

interface Call {
  messages: readonly LogMessage[]
  resolve(): void
  reject(reason: unknown): void
}

/**
 * Appends messages from the publishers of one process to one topic, in the order of their calls. One append runs at a time
 * and takes all waiting messages. New messages are collected while it runs, so the busier the process is, the more messages
 * one commit contains.
 */
export class PublishQueue {
  private waiting: Call[] = []
  private running: Promise<void> | undefined
  private readonly stopping = new AbortController()

  /** @param append makes messages durable. It repeats failed attempts itself, at most until the signal aborts */
  constructor(private readonly append: (messages: readonly LogMessage[], signal: AbortSignal) => Promise<void>) {}

  publish(messages: readonly LogMessage[]): Promise<void> {
    if (this.stopping.signal.aborted) return Promise.reject(new Error('the event log is closed'))
    if (messages.length === 0) return Promise.resolve()
    return new Promise((resolve, reject) => {
      this.waiting.push({ messages, resolve, reject })
      this.running ??= this.drain()
    })
  }

  /** Finishes the calls that are waiting. Failed attempts are not repeated. */
  async close(): Promise<void> {
    this.stopping.abort()
    await this.running
  }

  private async drain(): Promise<void> {
    // Several callers may call `publish` in this turn of the event loop. The wait ends after the turn, so that one append
    // includes all of their messages.
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
        // The waiting calls fail too. If they succeeded, the caller would publish the failed messages again after
        // theirs, and messages with the same key would be in the wrong order.
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
