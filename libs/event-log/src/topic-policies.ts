import { Topic } from '@roadbook/contracts'

/**
 * Retention period of a topic's messages, and the time span of a segment. A segment is dropped as a whole when the retention
 * period of all its messages has ended.
 */
export interface TopicPolicy {
  retentionHours: number
  segmentHours: number
  /**
   * True if messages are kept, even after the retention period, until every live group has committed them. Kafka cannot do
   * that.
   */
  waitsForGroups: boolean
  /** True if a crash of the log may lose the newest messages, because publishers do not wait for the disk. */
  mayBeLost?: boolean
  /** True if every reader reads all messages, so that several partitions have no advantage. */
  isForEverybody?: boolean
}

const DAY = 24

export const topicPolicies: Record<Topic, TopicPolicy> = {
  // A week, so that the packets of the last week can be replayed.
  [Topic.packets]: { retentionHours: 7 * DAY, segmentHours: DAY, waitsForGroups: true },
  [Topic.events]: { retentionHours: 7 * DAY, segmentHours: DAY, waitsForGroups: true },
  // If a command was not sent within a day, it must not take effect later.
  [Topic.commands]: { retentionHours: DAY, segmentHours: DAY, waitsForGroups: false },
  [Topic.rejected]: { retentionHours: 30 * DAY, segmentHours: DAY, waitsForGroups: false },
  // A position is worthless as soon as a newer one exists.
  [Topic.livePositions]: { retentionHours: 1, segmentHours: 1, waitsForGroups: false, mayBeLost: true, isForEverybody: true },
}
