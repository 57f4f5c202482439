import type { EventLog, LogMessage, ReceivedMessage, SubscribeOptions, Subscription } from '@roadbook/event-log'
import type { Topic } from '@roadbook/contracts'

/** An event log in memory: what is published reaches every subscriber at once, in order. For suites of one process. */
export class MemoryEventLog implements EventLog {
  private readonly subscribers = new Set<SubscribeOptions>()
  private offset = 0n

  async publish(topic: Topic, messages: readonly LogMessage[]): Promise<void> {
    const received: ReceivedMessage[] = messages.map((message) => ({
      ...message,
      headers: message.headers ?? {},
      partition: 0,
      offset: this.offset++,
      appendedAt: Date.now(),
    }))
    const batch = {
      topic,
      partition: 0,
      messages: received,
      commit: async () => undefined,
      heartbeat: async () => undefined,
      signal: new AbortController().signal,
    }
    const readers = [...this.subscribers].filter((subscriber) => subscriber.topic === topic)
    await Promise.all(readers.map((subscriber) => subscriber.onBatch(batch)))
  }

  async subscribe(options: SubscribeOptions): Promise<Subscription> {
    await options.onAssignment?.([0])
    this.subscribers.add(options)
    return { stop: async () => void this.subscribers.delete(options) }
  }

  async prepare(): Promise<void> {}
  async lag(): Promise<Map<number, bigint>> {
    return new Map()
  }
  async ping(): Promise<void> {}
  async close(): Promise<void> {}
}
