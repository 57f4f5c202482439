import type {
  EventLog,
  LogMessage,
  LogReader,
  ReadOptions,
  ReceivedMessage,
  SubscribeOptions,
  Subscription,
  TopicStats,
} from '@roadbook/event-log'
import type { Topic } from '@roadbook/contracts'

/** In-memory event log for suites of one process. A published message reaches every subscriber immediately, in order. */
export class MemoryEventLog implements EventLog, LogReader {
  private readonly stored: { topic: Topic; message: ReceivedMessage }[] = []
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
    this.stored.push(...received.map((message) => ({ topic, message })))
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

  async *read(topic: Topic, { keys, from = 0, till = Infinity }: ReadOptions = {}): AsyncGenerator<ReceivedMessage> {
    for (const one of this.stored) {
      const { key, appendedAt } = one.message
      if (one.topic === topic && (keys?.includes(key) ?? true) && appendedAt >= from && appendedAt < till) yield one.message
    }
  }

  async stats(): Promise<TopicStats> {
    return { partitions: 1, messages: this.stored.length, recentMessages: 0, groups: [] }
  }

  async prepare(): Promise<void> {}
  async lag(): Promise<Map<number, bigint>> {
    return new Map()
  }
  async ping(): Promise<void> {}
  async close(): Promise<void> {}
}
