import type { Admin } from 'kafkajs'
import { topicPolicies } from '../topic-policies.js'

const HOUR_MS = 3_600_000

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
  for (const topic of topics) await admin.createTopics({ topics: [topic], waitForLeaders: true })
}
