import type { Topic } from '@roadbook/contracts'

/** Changes that operators make to an event log. */
export interface LogKeeper {
  /**
   * Increases the number of partitions of a topic. Keys are then assigned to other partitions. Messages published before and
   * after the change may be delivered in another order, unless every group has committed all earlier messages. Publishers and
   * subscribers in Kafka notice the change within half a minute, publishers in PostgreSQL within ten minutes.
   * @throws RangeError for a number that is not greater than the present one, or if the topic does not exist
   */
  raisePartitions(topic: Topic, partitions: number): Promise<void>
}
