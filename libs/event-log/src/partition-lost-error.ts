/** Thrown if a commit is too late: the partition and its messages now belong to another member of the group. */
export class PartitionLostError extends Error {
  override name = 'PartitionLostError'

  constructor(topic: string, partition: number) {
    super(`partition ${partition} of ${topic} is no longer ours`)
  }
}
