import type { Topic } from '@roadbook/contracts'

/** Changes that operators make to an event log. */
export interface LogKeeper {
  /**
   * Increases the number of partitions of a topic. Many keys then belong to another partition. A group that has not
   * committed all earlier messages may therefore receive later messages of a key before earlier ones. Publishers and
   * subscribers in Kafka notice the change within half a minute, publishers in PostgreSQL within ten minutes.
   * @throws RangeError for a number that is not greater than the present one, or if the topic does not exist
   */
  raisePartitions(topic: Topic, partitions: number): Promise<void>
}
