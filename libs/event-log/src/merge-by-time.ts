import type { ReceivedMessage } from './event-log.js'

/**
 * Merges several partitions into one stream. Each partition keeps its own order. The stream compares the next message of
 * every partition and yields the one that was appended first.
 */
export async function* mergeByTime(partitions: readonly AsyncIterator<ReceivedMessage>[]): AsyncGenerator<ReceivedMessage> {
  const heads = await Promise.all(partitions.map(async (source) => ({ source, next: await source.next() })))
  try {
    for (let waiting = heads.filter(({ next }) => !next.done); waiting.length > 0;) {
      const first = waiting.reduce((left, right) => (timeOf(right.next) < timeOf(left.next) ? right : left))
      yield first.next.value as ReceivedMessage
      first.next = await first.source.next()
      if (first.next.done) waiting = waiting.filter((head) => head !== first)
    }
  } finally {
    for (const source of partitions) await source.return?.()
  }
}

const timeOf = ({ value }: IteratorResult<ReceivedMessage, unknown>): number => (value as ReceivedMessage).appendedAt
