import type { Topic } from '@roadbook/contracts'

/**
 * The broker's name for a group that reads a topic. One broker-side group a topic: the assigner of kafkajs deals the partitions
 * of every topic to every member of a group, also to members that never asked for that topic, who leave them unread.
 */
export const groupIdOf = (topic: Topic, group: string): string => `${group}.${topic}`
