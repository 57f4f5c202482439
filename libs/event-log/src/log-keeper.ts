import type { Topic } from '@roadbook/contracts'

/** Changes that operators make to an event log. */
export interface LogKeeper {
  /**
   * Increases the number of partitions of a topic. Many keys then belong to another partition. If a group has not committed
   * all earlier messages, it may therefore receive later messages of a key before earlier ones. In Kafka, publishers and
   * subscribers notice the change within half a minute. In PostgreSQL, publishers notice it within ten minutes.
   * @throws RangeError for a number that is not greater than the present one, or if the topic does not exist
   */
  raisePartitions(topic: Topic, partitions: number): Promise<void>
}
