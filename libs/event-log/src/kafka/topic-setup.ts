import type { Admin } from 'kafkajs'
import { growingPauseMs, pause } from '@roadbook/platform/pause'
import { topicPolicies } from '../topic-policies.js'

const HOUR_MS = 3_600_000
// Number of attempts. They take about twenty seconds in all.
const LEADER_TRIES = 9

/** Creates missing topics. Several processes may do so at once. */
export async function createTopics(admin: Admin, numPartitions: number): Promise<void> {
  const [existing, cluster] = await Promise.all([admin.listTopics(), admin.describeCluster()])
  const replicationFactor = Math.min(3, cluster.brokers.length)
  const topics = Object.entries(topicPolicies)
    .filter(([topic]) => !existing.includes(topic))
    .map(([topic, { retentionHours, segmentHours }]) => ({
      topic,
      numPartitions,
      replicationFactor,
      configEntries: [
        { name: 'retention.ms', value: String(retentionHours * HOUR_MS) },
        { name: 'segment.ms', value: String(segmentHours * HOUR_MS) },
        // With three replicas, one may fail without stopping publishers, and every durable message is on at least two disks. With
        // fewer brokers a message may be on one disk only.
        { name: 'min.insync.replicas', value: String(Math.max(1, replicationFactor - 1)) },
        // Maximum size of a record batch, in bytes. A batch of the largest frames must fit.
        { name: 'max.message.bytes', value: String(16 * 1024 * 1024) },
      ],
    }))
  // Creates topics one by one. If another process has just created one, a failure to create the next is still reported.
  for (const topic of topics) await admin.createTopics({ topics: [topic], waitForLeaders: false })
  await awaitLeaders(admin, Object.keys(topicPolicies))
}

/**
 * Waits until all partitions of the topics have leaders. A broker that has just created a topic may briefly deny that it hosts the
 * topic, and kafkajs would then give up.
 */
export async function awaitLeaders(admin: Admin, topics: string[]): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const metadata = await admin.fetchTopicMetadata({ topics })
      const isLed = metadata.topics.every(
        ({ partitions }) => partitions.length > 0 && partitions.every(({ leader }) => leader >= 0),
      )
      if (isLed) return
      if (attempt >= LEADER_TRIES) throw new Error(`some partitions of ${topics.join(', ')} have no leader`)
    } catch (error) {
      if (attempt >= LEADER_TRIES) throw error
    }
    await pause(growingPauseMs(attempt))
  }
}
