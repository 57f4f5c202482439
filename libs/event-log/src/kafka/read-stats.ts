import type { Topic } from '@roadbook/contracts'
import type { Admin } from 'kafkajs'
import { RECENT_MS, type GroupStats, type TopicStats } from '../log-reader.js'
import { groupIdOf } from './group-id.js'

type Ends = Awaited<ReturnType<Admin['fetchTopicOffsets']>>

/**
 * Returns the current content of a topic; see {@link LogReader.stats}. Sizes and the time of an offset are missing, because
 * the Kafka client has no requests for them.
 */
export async function readStats(admin: Admin, topic: Topic): Promise<TopicStats> {
  const [ends, recent] = await Promise.all([
    admin.fetchTopicOffsets(topic),
    admin.fetchTopicOffsetsByTimestamp(topic, Date.now() - RECENT_MS),
  ])
  const since = new Map(recent.map(({ partition, offset }) => [partition, Number(offset)]))
  return {
    partitions: ends.length,
    messages: ends.reduce((sum, { low, high }) => sum + Number(high) - Number(low), 0),
    recentMessages: ends.reduce((sum, { partition, high }) => sum + Number(high) - (since.get(partition) ?? Number(high)), 0),
    groups: await readGroups(admin, topic, ends),
  }
}

async function readGroups(admin: Admin, topic: Topic, ends: Ends): Promise<GroupStats[]> {
  const suffix = groupIdOf(topic, '')
  const { groups } = await admin.listGroups()
  const ours = groups.map(({ groupId }) => groupId).filter((groupId) => groupId.endsWith(suffix))
  if (ours.length === 0) return []
  const { groups: described } = await admin.describeGroups(ours)
  const members = new Map(described.map((group) => [group.groupId, group.members.length]))
  return Promise.all(
    ours.sort().map(async (groupId) => {
      const [committed] = await admin.fetchOffsets({ groupId, topics: [topic] })
      const next = new Map(committed?.partitions.map(({ partition, offset }) => [partition, Number(offset)]))
      const lag = ends.reduce(
        (sum, { partition, low, high }) => sum + Number(high) - Math.max(Number(low), next.get(partition) ?? -1),
        0,
      )
      return { group: groupId.slice(0, -suffix.length), lag, members: members.get(groupId) ?? 0 }
    }),
  )
}
