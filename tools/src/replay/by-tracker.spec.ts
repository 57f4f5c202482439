import type { StoredFrame } from '../log/stored-frame.js'
import { byTracker } from './by-tracker.js'
import type { FrameSource, Selection } from './selection.js'

const frame = (imei: string, receivedAt: number): StoredFrame => ({
  imei,
  protocol: 'teltonika',
  receivedAt,
  gateway: '',
  raw: Buffer.alloc(1_000),
})

/** Returns a source with mixed frames of three trackers, and a list of the selections with which the source was read. */
function mixed(): { source: FrameSource; reads: Selection[] } {
  const reads: Selection[] = []
  const frames = [1, 2, 3, 4].flatMap((at) => ['c', 'a', 'b'].map((imei) => frame(imei, at)))
  return {
    reads,
    source: {
      async *frames(selection) {
        reads.push(selection)
        for (const one of frames) if (selection.imeis.length === 0 || selection.imeis.includes(one.imei)) yield one
      },
    },
  }
}

describe('stored frames, one tracker after the other', () => {
  it.each([
    ['enough memory', Infinity, 1],
    ['memory for two trackers', 60_000, 3],
    ['memory for less than one', 1, 4],
  ])('are complete and in order with %s', async (_name, mostBytes, times) => {
    const { source, reads } = mixed()
    const trackers: Record<string, number[]> = {}
    for await (const { imei, frames } of byTracker(source, { imeis: [] }, mostBytes))
      trackers[imei] = frames.map(({ receivedAt }) => receivedAt)
    expect(trackers).toEqual({ a: [1, 2, 3, 4], b: [1, 2, 3, 4], c: [1, 2, 3, 4] })
    expect(reads).toHaveLength(times)
  })

  it('keep to the selection when they are read again', async () => {
    const { source, reads } = mixed()
    const seen: string[] = []
    for await (const { imei } of byTracker(source, { imeis: ['a', 'b'], from: 1, till: 9 }, 1)) seen.push(imei)
    expect(seen).toEqual(['a', 'b'])
    expect(reads.slice(1)).toEqual([
      { imeis: ['a'], from: 1, till: 9 },
      { imeis: ['b'], from: 1, till: 9 },
    ])
  })
})
