import { Topic } from '@roadbook/contracts'

/** How long a topic's messages stay, and in which pieces they are dropped. Intervals in PostgreSQL's notation. */
export interface TopicPolicy {
  segment: string
  retention: string
  /** Whether messages also stay until every living group has committed them. */
  waitsForGroups: boolean
}

export const topicPolicies: Record<Topic, TopicPolicy> = {
  // A week to replay from.
  [Topic.packets]: { segment: '1 day', retention: '7 days', waitsForGroups: true },
  [Topic.events]: { segment: '1 day', retention: '7 days', waitsForGroups: true },
  // A command that nobody took within a day must not surprise a vehicle later.
  [Topic.commands]: { segment: '1 day', retention: '1 day', waitsForGroups: false },
  [Topic.rejected]: { segment: '1 day', retention: '30 days', waitsForGroups: false },
  // Worth nothing once newer ones are there.
  [Topic.livePositions]: { segment: '1 hour', retention: '1 hour', waitsForGroups: false },
}
