import type { Admin } from 'kafkajs'
import { growingPauseMs, pause } from '@roadbook/platform/pause'
import { topicPolicies } from '../topic-policies.js'

const HOUR_MS = 3_600_000
// About twenty seconds.
const LEADER_TRIES = 9

/** Makes the topics that are missing; several processes may do it at once. */
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
        // One replica may be away without stopping publishers, and no message is on one disk only.
        { name: 'min.insync.replicas', value: String(Math.max(1, replicationFactor - 1)) },
        // A batch of the largest frames must fit one record batch.
        { name: 'max.message.bytes', value: String(16 * 1024 * 1024) },
      ],
    }))
  // One by one: a topic that another process made meanwhile must not hide that a second one could not be made.
  for (const topic of topics) await admin.createTopics({ topics: [topic], waitForLeaders: false })
  await untilLed(admin)
}

/** A broker that has just made a topic may deny for a moment that it hosts it; kafkajs would give up at that. */
async function untilLed(admin: Admin): Promise<void> {
  const topics = Object.keys(topicPolicies)
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
