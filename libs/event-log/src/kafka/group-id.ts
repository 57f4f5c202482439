import type { Topic } from '@roadbook/contracts'

/**
 * Returns the name that the broker uses for a group that reads a topic. At the broker, each topic has its own group. With
 * one group for several topics, the assigner of kafkajs would give partitions of every topic to every member. A member that
 * did not subscribe to a topic would then leave its partitions unread.
 */
export const groupIdOf = (topic: Topic, group: string): string => `${group}.${topic}`
