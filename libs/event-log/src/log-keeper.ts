import type { Topic } from '@roadbook/contracts'

/** Changes to an event log that operators make. */
export interface LogKeeper {
  /**
   * Raises the number of partitions of a topic. Keys then map to other partitions: messages published before and after may be
   * delivered in another order, unless every group has committed all of them before. Publishers and subscribers notice within
   * half a minute (Kafka), publishers in PostgreSQL within ten.
   * @throws RangeError for a number that is not greater than the present one, or if the topic does not exist
   */
  raisePartitions(topic: Topic, partitions: number): Promise<void>
}
