import type { Admin } from 'kafkajs'
import { growingPauseMs, pause } from '@roadbook/platform/pause'
import { topicPolicies } from '../topic-policies.js'

const HOUR_MS = 3_600_000
/** Number of copies of a topic. With fewer brokers, there is one copy per broker. */
const COPIES = 3
// Number of attempts. They take about twenty seconds in total.
const TRIES = 9

/**
 * Creates missing topics. Several processes may do this at the same time.
 * @param named number of brokers in the address of the log
 * @throws if there are fewer brokers than the wanted number of copies, because a topic keeps the number of copies with which
 *   it was created
 */
export async function createTopics(admin: Admin, numPartitions: number, named: number): Promise<void> {
  const existing = await admin.listTopics()
  const missing = Object.entries(topicPolicies).filter(([topic]) => !existing.includes(topic))
  const replicationFactor = missing.length > 0 ? Math.min(COPIES, await awaitBrokers(admin, Math.min(COPIES, named))) : 0
  const topics = missing.map(([topic, { retentionHours, segmentHours }]) => ({
    topic,
    numPartitions,
    replicationFactor,
    configEntries: [
      { name: 'retention.ms', value: String(retentionHours * HOUR_MS) },
      { name: 'segment.ms', value: String(segmentHours * HOUR_MS) },
      // One of three replicas may fail without stopping publishers, and every durable message is on at least two disks.
      // With fewer brokers a message may be on only one disk.
      { name: 'min.insync.replicas', value: String(Math.max(1, replicationFactor - 1)) },
      // Maximum size of a record batch in bytes. A batch of the largest frames must fit.
      { name: 'max.message.bytes', value: String(16 * 1024 * 1024) },
    ],
  }))
  // One request per topic. In a request for several topics, a topic that another process has just created would hide the
  // failure of another topic.
  for (const topic of topics) await admin.createTopics({ topics: [topic], waitForLeaders: false })
  await awaitLeaders(admin, Object.keys(topicPolicies))
}

/**
 * Waits until enough brokers are registered. While a cluster starts, its first broker answers before the others have
 * registered.
 * @returns the number of registered brokers
 */
async function awaitBrokers(admin: Admin, wanted: number): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const { brokers } = await admin.describeCluster()
    if (brokers.length >= wanted) return brokers.length
    if (attempt >= TRIES)
      throw new Error(
        `Kafka has ${brokers.length} of the ${wanted} brokers that EVENT_LOG needs to create its topics: start the others, or name only ` +
          'the brokers that exist, each once. Topics created now would keep too few copies',
      )
    await pause(growingPauseMs(attempt))
  }
}

/**
 * Waits until all partitions of the topics have leaders. Just after a topic was created, a broker may report for a moment
 * that the topic does not exist. kafkajs would then give up.
 */
export async function awaitLeaders(admin: Admin, topics: string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const metadata = await admin.fetchTopicMetadata({ topics })
      const isLed = metadata.topics.every(
        ({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0),
      )
      if (isLed) return
      if (attempt >= TRIES) throw new Error(`some partitions of ${topics.join(', ')} have no leader`)
    } catch (error) {
      if (attempt >= TRIES) throw error
    }
    await pause(growingPauseMs(attempt))
  }
}
