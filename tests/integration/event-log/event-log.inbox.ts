import type { Batch, ReceivedMessage } from '@roadbook/event-log'
import { until } from '@roadbook/testing/until'

/** Collects what subscribers receive, and lets a test wait for it. */
export class Inbox {
  readonly messages: ReceivedMessage[] = []
  readonly assignments: (readonly number[])[] = []

  /**
   * @param prefix only messages whose key begins so: the topic holds those of other tests too.
   * @param mayRepeat whether the log may write a message twice: Kafka does when its answer comes later than the publisher
   *   waits. The second copy is left out here. A message that is delivered again has the same offset and is kept.
   */
  constructor(
    readonly prefix: string,
    private readonly mayRepeat = false,
  ) {}

  get values(): string[] {
    return this.messages.map(({ value }) => value.toString())
  }

  /** What arrived for a key, in the order of arrival. */
  of(key: string): string[] {
    return this.messages.filter((message) => message.key === key).map(({ value }) => value.toString())
  }

  readonly onAssignment = (partitions: readonly number[]): void => {
    this.assignments.push(partitions)
  }

  /** A handler that commits every batch. */
  readonly onBatch = async (batch: Batch): Promise<void> => {
    this.take(batch.messages)
    await batch.commit()
  }

  take(messages: readonly ReceivedMessage[]): void {
    for (const one of messages) if (one.key.startsWith(this.prefix) && !this.isSecondCopy(one)) this.messages.push(one)
  }

  private isSecondCopy({ key, value, offset }: ReceivedMessage): boolean {
    return this.mayRepeat && this.messages.some((seen) => seen.key === key && seen.offset !== offset && seen.value.equals(value))
  }

  /** Resolves when the condition holds. @throws what came last, when it does not */
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
