import type { Topic } from '@roadbook/contracts'
import type { Admin, Consumer } from 'kafkajs'
import { groupIdOf } from './group-id.js'

export interface StartAtEnd {
  topic: Topic
  group: string
  /** The end offsets of the topic before the group was joined. */
  ends: readonly { partition: number; high: string }[]
  partitions: readonly number[]
}

/**
 * Commits the offsets at which the topic ended when a new group subscribed. kafkajs would request the end only at its first
 * fetch, and would skip all messages that were published in between.
 */
export async function startAtEnd(
  admin: Admin,
  consumer: Consumer,
  { topic, group, ends, partitions }: StartAtEnd,
): Promise<void> {
  const [committed] = await admin.fetchOffsets({ groupId: groupIdOf(topic, group), topics: [topic] })
  const missing = (committed?.partitions ?? []).filter(
    ({ partition, offset }) => offset === '-1' && partitions.includes(partition),
  )
  // A partition without an end offset was added after the topic's end was read. It is read from its beginning.
  const pins = missing.map(({ partition }) => {
    const end = ends.find((one) => one.partition === partition)
    return { topic, partition, offset: end?.high ?? '0' }
  })
  if (pins.length === 0) return
  await consumer.commitOffsets(pins)
  for (const pin of pins) consumer.seek(pin)
}
