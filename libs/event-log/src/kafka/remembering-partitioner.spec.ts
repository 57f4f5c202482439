import { Partitioners, type PartitionerArgs } from 'kafkajs'
import { rememberingPartitioner } from './remembering-partitioner.js'

const request = (key: string, partitions: number): PartitionerArgs => ({
  topic: 'tracker.packets',
  message: { key, value: null },
  partitionMetadata: Array.from({ length: partitions }, (_, partitionId) => ({
    partitionId,
    partitionErrorCode: 0,
    leader: 1,
    replicas: [1],
    isr: [1],
  })),
})

describe('which partition a tracker’s messages go to', () => {
  it('is the one that every Kafka client chooses, the first time and again, also after partitions were added', () => {
    const [ours, theirs] = [rememberingPartitioner(), Partitioners.DefaultPartitioner()]
    for (const partitions of [4, 12]) {
      for (const _again of [1, 2]) {
        for (let nth = 0; nth < 500; nth++) {
          const asked = request(String(350_000_000_000_000 + nth), partitions)
          expect(ours(asked)).toBe(theirs(asked))
        }
      }
    }
  })
})
