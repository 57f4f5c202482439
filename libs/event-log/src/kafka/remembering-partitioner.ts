import { Partitioners, type ICustomPartitioner } from 'kafkajs'

/** Maximum cached keys. A key is a tracker, and a gateway has no more trackers connected at once. */
const KEYS = 50_000

/**
 * Caches the result of the client's own partitioner (murmur2 of the key, as in every Kafka client). Hashing a key costs as much
 * as writing the message, and the same trackers send again and again.
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
