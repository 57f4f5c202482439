/**
 * Returns the partition of a key: FNV-1a of the key's UTF-8 bytes, modulo the topic's number of partitions. This function
 * must never change, because the messages of a key stay in order only if all of them are in one partition.
 * @source Fowler, Noll, Vo: FNV-1a, 32 bit
 */
export function partitionOf(key: Buffer, partitions: number): number {
  let hash = 0x811c9dc5
  for (const byte of key) hash = Math.imul(hash ^ byte, 0x01000193)
  // If short keys differ only at their end, the low bits of FNV-1a differ little. The high half is therefore combined
  // with the low half by an exclusive or.
  hash ^= hash >>> 16
  return (hash >>> 0) % partitions
}
