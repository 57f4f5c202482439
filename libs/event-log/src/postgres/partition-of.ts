/**
 * Returns the partition of a key: FNV-1a of the key's UTF-8 bytes, modulo the topic's number of partitions. This mapping must
 * never change, because messages of a key are in order only while they share a partition.
 * @source Fowler, Noll, Vo: FNV-1a, 32 bit
 */
export function partitionOf(key: Buffer, partitions: number): number {
  let hash = 0x811c9dc5
  for (const byte of key) hash = Math.imul(hash ^ byte, 0x01000193)
  // The low bits of FNV-1a are weak for short keys that differ only at their end, so the high half is added to them with an
  // exclusive or.
  hash ^= hash >>> 16
  return (hash >>> 0) % partitions
}
