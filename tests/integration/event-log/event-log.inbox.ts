import type { Batch, ReceivedMessage } from '@roadbook/event-log'

/** Collects what subscribers receive; `until` waits for the events, never for the clock. */
export class Inbox {
  readonly messages: ReceivedMessage[] = []
  readonly assignments: (readonly number[])[] = []
  private readonly waiting = new Set<() => void>()

  /** @param prefix only messages whose key begins so: the topic holds those of other tests too. */
  constructor(readonly prefix: string) {}

  get values(): string[] {
    return this.messages.map(({ value }) => value.toString())
  }

  /** What arrived for a key, in the order of arrival. */
  of(key: string): string[] {
    return this.messages.filter((message) => message.key === key).map(({ value }) => value.toString())
  }

  readonly onAssignment = (partitions: readonly number[]): void => {
    this.assignments.push(partitions)
    this.changed()
  }

  /** A handler that commits every batch. */
  readonly onBatch = async (batch: Batch): Promise<void> => {
    this.take(batch.messages)
    await batch.commit()
    this.changed()
  }

  take(messages: readonly ReceivedMessage[]): void {
    this.messages.push(...messages.filter(({ key }) => key.startsWith(this.prefix)))
    this.changed()
  }

  changed(): void {
    for (const look of this.waiting) look()
  }

  /** Resolves when the condition holds; it is looked at whenever something arrived. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!condition()) return
        this.waiting.delete(look)
        resolve()
      }
      this.waiting.add(look)
      look()
    })
  }
}
