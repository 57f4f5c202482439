import { Topic } from '@roadbook/contracts'

/** How long a topic's messages stay, and in which pieces they are dropped. */
export interface TopicPolicy {
  retentionHours: number
  segmentHours: number
  /** Whether messages also stay until every living group has committed them; Kafka cannot do that. */
  waitsForGroups: boolean
  /** Whether a crash of the log may take the newest messages: nobody waits until they are on disk. */
  mayBeLost?: boolean
  /** Whether all readers read all of it, so that nothing is gained by parting it. */
  isForEverybody?: boolean
}

const DAY = 24

export const topicPolicies: Record<Topic, TopicPolicy> = {
  // A week to replay from.
  [Topic.packets]: { retentionHours: 7 * DAY, segmentHours: DAY, waitsForGroups: true },
  [Topic.events]: { retentionHours: 7 * DAY, segmentHours: DAY, waitsForGroups: true },
  // A command that nobody took within a day must not surprise a vehicle later.
  [Topic.commands]: { retentionHours: DAY, segmentHours: DAY, waitsForGroups: false },
  [Topic.rejected]: { retentionHours: 30 * DAY, segmentHours: DAY, waitsForGroups: false },
  // Worth nothing once newer ones are there.
  [Topic.livePositions]: { retentionHours: 1, segmentHours: 1, waitsForGroups: false, mayBeLost: true, isForEverybody: true },
}
