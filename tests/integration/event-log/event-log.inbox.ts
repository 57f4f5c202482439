import type { Batch, ReceivedMessage } from '@roadbook/event-log'
import { until } from '@roadbook/testing/until'

/** Collects the messages that subscribers receive. A test can wait for messages. */
export class Inbox {
  readonly messages: ReceivedMessage[] = []
  readonly assignments: (readonly number[])[] = []

  /** @param prefix prefix of the keys to collect. It is needed because the topic also contains messages of other tests */
  constructor(readonly prefix: string) {}

  get values(): string[] {
    return this.messages.map(({ value }) => value.toString())
  }

  /** Returns the values received for a key, in the order of arrival. */
  valuesOf(key: string): string[] {
    return this.messages.filter((message) => message.key === key).map(({ value }) => value.toString())
  }

  /**
   * Returns the values received for a key, each once, in the order of first arrival. Repeats are allowed, because two
   * things may happen on a slow machine: a log delivers uncommitted messages again, and Kafka writes messages twice for
   * which a publisher has stopped waiting.
   */
  firstsOf(key: string): string[] {
    return [...new Set(this.valuesOf(key))]
  }

  /** Number of different messages received. */
  get distinct(): number {
    return new Set(this.messages.map(({ key, value }) => `${key} ${value.toString('latin1')}`)).size
  }

  readonly onAssignment = (partitions: readonly number[]): void => {
    this.assignments.push(partitions)
  }

  /** Handler that commits every batch. */
  readonly onBatch = async (batch: Batch): Promise<void> => {
    this.take(batch.messages)
    await batch.commit()
  }

  take(messages: readonly ReceivedMessage[]): void {
    this.messages.push(...messages.filter(({ key }) => key.startsWith(this.prefix)))
  }

  /** Resolves when the condition is true. @throws an error with the last messages if the condition does not become true */
  async until(what: string, condition: () => boolean): Promise<void> {
    const look = () => ({
      isThere: condition(),
      messages: this.messages.length,
      last: this.messages.slice(-3).map(({ key, value }) => `${key}: ${value.toString('utf8', 0, 50)}`),
      partitions: this.assignments.at(-1),
    })
    await until(what, look, { everyMs: 10, fits: ({ isThere }) => isThere })
  }
}
