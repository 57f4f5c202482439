import type { Topic } from '@roadbook/contracts'

/**
 * Returns the broker's name for a group that reads a topic. Each topic has its own broker-side group, because the assigner of
 * kafkajs deals the partitions of every topic to every member of a group. Members that did not subscribe to a topic would leave
 * its partitions unread.
 */
export const groupIdOf = (topic: Topic, group: string): string => `${group}.${topic}`
