import { Partitioners, type ICustomPartitioner } from 'kafkajs'

/** Keys are trackers; a gateway hears no more than this at once. */
const KEYS = 50_000

/**
 * The client's own partitioner (murmur2 of the key, as every Kafka client has it), asked once a key: hashing costs as much as
 * writing the message, and the same trackers come again and again.
 */
export const rememberingPartitioner: ICustomPartitioner = () => {
  const choose = Partitioners.DefaultPartitioner()
  const chosen = new Map<string, number>()
  let partitions = 0
  return (request) => {
    const { message, partitionMetadata } = request
    const { key } = message
    if (typeof key !== 'string') return choose(request)
    if (partitions !== partitionMetadata.length || chosen.size > KEYS) {
      partitions = partitionMetadata.length
      chosen.clear()
    }
    let partition = chosen.get(key)
    if (partition === undefined) chosen.set(key, (partition = choose(request)))
    return partition
  }
}
