import { Partitioners, type ICustomPartitioner } from 'kafkajs'

/** Maximum number of cached keys. Each tracker has one key, and a gateway never has so many trackers connected at a time. */
const KEYS = 50_000

/**
 * Caches the results of the client's own partitioner (murmur2 of the key, as in every Kafka client). Computing the hash of
 * a key takes as long as writing the message. The cache saves this, because the same trackers send again and again.
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
