import { TileDesk } from './tile-desk'
import type { ReadTile } from './tile-painter'
import type { SizedPlace } from './tile-place'

const at = (x: number): SizedPlace => ({ x, y: 0, z: 14, side: 256 })

/** Creates a desk whose reads and time are controlled by the test. */
function aDesk() {
  const reads = new Map<number, { come: () => void; fail: () => void }>()
  const due: (() => void)[] = []
  const painted: number[] = []
  const failed: number[] = []
  const read = ({ x }: SizedPlace) =>
    new Promise<ReadTile>((resolve, reject) => {
      reads.set(x, { come: () => resolve({} as ReadTile), fail: () => reject(new Error('out of reach')) })
    })
  const desk = new TileDesk(
    { read },
    { onReady: (id) => painted.push(id), onFailed: (id) => failed.push(id) },
    (work) => due.push(work) as unknown as ReturnType<typeof setTimeout>,
  )
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
  }
  return {
    desk,
    painted,
    failed,
    come: async (...xs: number[]) => {
      for (const x of xs) reads.get(x)?.come()
      await settled()
    },
    fail: async (x: number) => {
      reads.get(x)?.fail()
      await settled()
    },
    timePasses: () => due.splice(0).forEach((work) => work()),
  }
}

describe('the tiles of a view', () => {
  it('are painted once each, together, when the data of all is there', async () => {
    const { desk, painted, come } = aDesk()
    for (const id of [1, 2, 3]) desk.want(id, at(id))
    await come(1, 3)
    // Names of the third tile extend into the first before anything is painted.
    desk.outdate(new Set(['1:0:14']))
    expect(painted).toEqual([])
    await come(2)
    expect(painted.toSorted()).toEqual([1, 2, 3])
  })

  it('do not wait long for one that does not come', async () => {
    const { desk, painted, come, timePasses } = aDesk()
    for (const id of [1, 2]) desk.want(id, at(id))
    await come(1)
    timePasses()
    expect(painted).toEqual([1])
  })

  it('are painted again when names reach into them, and no longer once they are forgotten', async () => {
    const { desk, painted, come } = aDesk()
    for (const id of [1, 2]) desk.want(id, at(id))
    await come(1, 2)
    desk.outdate(new Set(['2:0:14']))
    expect(painted).toEqual([1, 2, 2])
    desk.forget(2)
    desk.outdate(new Set(['2:0:14']))
    expect(painted).toEqual([1, 2, 2])
  })

  it('that were left are not painted, and hold nobody up', async () => {
    const { desk, painted, come } = aDesk()
    for (const id of [1, 2]) desk.want(id, at(id))
    await come(1)
    desk.forget(2)
    expect(painted).toEqual([1])
    await come(2)
    expect(painted).toEqual([1])
  })

  it('are all painted again, from memory, in another look', async () => {
    const { desk, painted, come } = aDesk()
    for (const id of [1, 2]) desk.want(id, at(id))
    await come(1, 2)
    desk.wantAgain()
    await come(1, 2)
    expect(painted).toEqual([1, 2, 1, 2])
  })

  it('say which could not be read', async () => {
    const { desk, painted, failed, come, fail } = aDesk()
    for (const id of [1, 2]) desk.want(id, at(id))
    await come(1)
    await fail(2)
    expect([painted, failed]).toEqual([[1], [2]])
  })
})
