import { Topic } from '@roadbook/contracts'

/** Retention period of a topic's messages, and the size of the segments dropped at once. */
export interface TopicPolicy {
  retentionHours: number
  segmentHours: number
  /** Messages also stay until every live group has committed them. Kafka cannot do that. */
  waitsForGroups: boolean
  /** A crash of the log may lose the newest messages: publishers do not wait for the disk. */
  mayBeLost?: boolean
  /** Every reader reads all of it, so several partitions would gain nothing. */
  isForEverybody?: boolean
}

const DAY = 24

export const topicPolicies: Record<Topic, TopicPolicy> = {
  // A week, to replay from.
  [Topic.packets]: { retentionHours: 7 * DAY, segmentHours: DAY, waitsForGroups: true },
  [Topic.events]: { retentionHours: 7 * DAY, segmentHours: DAY, waitsForGroups: true },
  // A command that was not taken within a day must not surprise a vehicle later.
  [Topic.commands]: { retentionHours: DAY, segmentHours: DAY, waitsForGroups: false },
  [Topic.rejected]: { retentionHours: 30 * DAY, segmentHours: DAY, waitsForGroups: false },
  // Worthless once newer positions are there.
  [Topic.livePositions]: { retentionHours: 1, segmentHours: 1, waitsForGroups: false, mayBeLost: true, isForEverybody: true },
}
