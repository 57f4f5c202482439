import { partitionOf } from './partition-of.js'

describe('the partition of a key', () => {
  it('never changes, because a key in two partitions has lost its order', () => {
    const partitions = ['356307042441013', '863719061234567', 'a', ''].map((key) => partitionOf(Buffer.from(key), 12))
    expect(partitions).toEqual([8, 5, 0, 9])
  })

  it('spreads neighbouring IMEIs evenly over the partitions', () => {
    const counts = new Array<number>(12).fill(0)
    for (let serial = 0; serial < 12_000; serial++) {
      const partition = partitionOf(Buffer.from(String(356_307_042_000_000 + serial)), 12)
      counts[partition] = (counts[partition] ?? 0) + 1
    }
    expect(Math.min(...counts)).toBeGreaterThan(800)
    expect(Math.max(...counts)).toBeLessThan(1_200)
  })
})
