/** A commit came too late: the partition belongs to another member of the group by now, and so do its messages. */
export class PartitionLostError extends Error {
  override name = 'PartitionLostError'

  constructor(topic: string, partition: number) {
    super(`partition ${partition} of ${topic} is no longer ours`)
  }
}
