import { randomUUID } from 'node:crypto'
import type { Topic } from '@roadbook/contracts'
import type { Admin, Consumer, Kafka } from 'kafkajs'
import type { ReceivedMessage } from '../event-log.js'
import type { ReadOptions } from '../log-reader.js'
import { mergeByTime } from '../merge-by-time.js'
import { PartitionInbox } from './partition-inbox.js'
import { patiently } from './patiently.js'
import { toReceived } from './to-received.js'

/**
 * Fetching from a partition pauses while this number of its messages wait for the reader.
 */
const MOST_WAITING = 500

/** Sends a request to the cluster. Sends it again if the cluster was not ready to answer. */
export type AskAdmin = <T>(question: (admin: Admin) => Promise<T>) => Promise<T>

/**
 * Reads the stored messages of a topic; see {@link LogReader.read}. kafkajs can read only as a member of a group. Each read
 * therefore uses its own group, which commits nothing and is deleted afterwards.
 */
export async function* readTopic(
  kafka: Kafka,
  ask: AskAdmin,
  topic: Topic,
  { keys, from, till }: ReadOptions,
): AsyncGenerator<ReceivedMessage> {
  const spans = await ask((admin) => boundsOf(admin, topic, from, till))
  if (spans.length === 0) return
  const groupId = `roadbook-read-${randomUUID()}`
  // The broker has just reported the end offsets of the topic. An error here therefore means that the group has no
  // coordinator yet, which is temporary.
  const reading = await patiently(
    () => open(kafka, groupId, topic, spans, keys && new Set(keys)),
    () => true,
  )
  try {
    yield* mergeByTime([...reading.inboxes.values()].map((inbox) => inbox.messages()))
  } finally {
    await reading.consumer.disconnect()
    // If the group cannot be deleted now, the broker removes it later, because the group has committed nothing.
    await ask((admin) => admin.deleteGroups([groupId])).catch(() => undefined)
  }
}

interface Reading {
  consumer: Consumer
  inboxes: ReadonlyMap<number, PartitionInbox>
}

/**
 * Opens a consumer that has joined its group and reads from the given offsets. If the consumer cannot join, it is
 * disconnected and this function rejects.
 */
async function open(
  kafka: Kafka,
  groupId: string,
  topic: Topic,
  spans: readonly Span[],
  wanted: ReadonlySet<string> | undefined,
): Promise<Reading> {
  const consumer = kafka.consumer({
    groupId,
    allowAutoTopicCreation: false,
    maxWaitTimeInMs: 250,
    retry: { retries: 5, restartOnFailure: () => Promise.resolve(false) },
  })
  const inboxes = new Map<number, PartitionInbox>()
  for (const { partition } of spans) {
    const resume = () => consumer.resume([{ topic, partitions: [partition] }])
    inboxes.set(partition, new PartitionInbox(MOST_WAITING, resume))
  }
  let crash: Error | undefined
  consumer.on(consumer.events.CRASH, ({ payload }) => {
    crash = payload.error
    for (const inbox of inboxes.values()) inbox.fail(payload.error)
  })
  try {
    await consumer.connect()
    await consumer.subscribe({ topics: [topic], fromBeginning: true })
    await consume(consumer, spans, inboxes, wanted)
    // kafkajs resolves `run` even if it could not join the group. In that case it has emitted a crash event and disconnected.
    if (crash) throw crash
    for (const { partition, first } of spans) consumer.seek({ topic, partition, offset: String(first) })
  } catch (error) {
    await consumer.disconnect()
    throw error
  }
  return { consumer, inboxes }
}

interface Span {
  partition: number
  first: bigint
  next: bigint
}

async function boundsOf(admin: Admin, topic: Topic, from?: number, till?: number): Promise<Span[]> {
  const [ends, starts, stops] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    from === undefined ? [] : admin.fetchTopicOffsetsByTimestamp(topic, from),
    till === undefined ? [] : admin.fetchTopicOffsetsByTimestamp(topic, till),
  ])
  const at = (list: readonly { partition: number; offset: string }[], partition: number, otherwise: string) =>
    BigInt(list.find((one) => one.partition === partition)?.offset ?? otherwise)
  return ends
    .map(({ partition, low, high }) => ({
      partition,
      first: at(starts, partition, low),
      next: at(stops, partition, high),
    }))
    .filter(({ first, next }) => first < next)
}

async function consume(
  consumer: Consumer,
  spans: readonly Span[],
  inboxes: ReadonlyMap<number, PartitionInbox>,
  wanted: ReadonlySet<string> | undefined,
): Promise<void> {
  const ends = new Map(spans.map(({ partition, next }) => [partition, next]))
  await consumer.run({
    autoCommit: false,
    eachBatchAutoResolve: false,
    partitionsConsumedConcurrently: spans.length,
    eachBatch: async (payload) => {
      const { partition, messages } = payload.batch
      const inbox = inboxes.get(partition)
      const end = ends.get(partition)
      if (!inbox || end === undefined || payload.isStale()) return void (inbox ?? payload.pause())
      for (const message of messages) {
        if (BigInt(message.offset) < end && (wanted?.has(message.key?.toString() ?? '') ?? true))
          inbox.put(toReceived(partition, message))
        payload.resolveOffset(message.offset)
        if (BigInt(message.offset) + 1n >= end) {
          inbox.end()
          payload.pause()
          return
        }
      }
      if (inbox.isFull) payload.pause()
    },
  })
}
