import { Topic } from '@roadbook/contracts'

/** Retention period of a topic's messages, and the size of a segment, which is dropped as a whole. */
export interface TopicPolicy {
  retentionHours: number
  segmentHours: number
  /** True when messages also stay until every live group has committed them. Kafka cannot do that. */
  waitsForGroups: boolean
  /** True when a crash of the log may lose the newest messages, because publishers do not wait for the disk. */
  mayBeLost?: boolean
  /** True when every reader reads all messages, so that several partitions would gain nothing. */
  isForEverybody?: boolean
}

const DAY = 24

export const topicPolicies: Record<Topic, TopicPolicy> = {
  // A week, so that packets can be replayed.
  [Topic.packets]: { retentionHours: 7 * DAY, segmentHours: DAY, waitsForGroups: true },
  [Topic.events]: { retentionHours: 7 * DAY, segmentHours: DAY, waitsForGroups: true },
  // A command that was not taken within a day must not take effect later.
  [Topic.commands]: { retentionHours: DAY, segmentHours: DAY, waitsForGroups: false },
  [Topic.rejected]: { retentionHours: 30 * DAY, segmentHours: DAY, waitsForGroups: false },
  // A position is worthless once a newer one exists.
  [Topic.livePositions]: { retentionHours: 1, segmentHours: 1, waitsForGroups: false, mayBeLost: true, isForEverybody: true },
}
