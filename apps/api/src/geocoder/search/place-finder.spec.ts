import { jest } from '@jest/globals'
import { Registry } from 'prom-client'
import type { Caller } from '../../auth/caller.js'
import { PlaceFinder } from './place-finder.js'

type Parameters = ConstructorParameters<typeof PlaceFinder>

/** Bundled data that finds nothing. Each search lasts until the test ends it. */
class BundledDouble {
  readonly underWay: (() => void)[] = []
  readonly asked: string[] = []
  loaded = Promise.resolve()
  ready() {
    return this.loaded
  }
  async find(text: string): Promise<[]> {
    this.asked.push(text)
    await new Promise<void>((resolve) => this.underWay.push(resolve))
    return []
  }
}

/** Returns the search of a user, over the given data. */
function searchOf(bundled: BundledDouble) {
  const finder = new PlaceFinder(
    bundled as unknown as Parameters[0],
    {} as Parameters[1],
    { take: async () => 0 } as unknown as Parameters[2],
    undefined,
    {} as Parameters[4],
    {} as Parameters[5],
    new Registry(),
  )
  return (userId: number, text: string) =>
    finder.find({ userId, businessId: 1, locale: 'en' } as Caller, { text, withAddresses: false })
}

describe('searches of the bundled data', () => {
  afterEach(() => jest.useRealTimers())

  it('are all answered when the first of them had to load the data for longer than a search may wait for its turn', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] })
    const bundled = new BundledDouble()
    let load = () => {}
    bundled.loaded = new Promise<void>((resolve) => (load = resolve))
    const find = searchOf(bundled)
    const searches = Promise.allSettled([find(1, 'v'), find(1, 'va')])
    await jest.advanceTimersByTimeAsync(60_000)
    load()
    for (const at of [0, 1]) {
      await new Promise((resolve) => setImmediate(resolve))
      bundled.underWay[at]?.()
    }
    expect((await searches).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })

  it('run one at a time for each user, so that one user cannot occupy the process', async () => {
    const bundled = new BundledDouble()
    const find = searchOf(bundled)
    const searches = [find(1, 'one'), find(1, 'two'), find(2, 'other')]
    await new Promise((resolve) => setImmediate(resolve))
    expect(bundled.asked).toEqual(['one', 'other'])
    for (const end of bundled.underWay) end()
    await searches[0]
    await new Promise((resolve) => setImmediate(resolve))
    expect(bundled.asked).toEqual(['one', 'other', 'two'])
    bundled.underWay.at(-1)?.()
    expect(await Promise.all(searches)).toEqual(Array(3).fill({ places: [], addresses: 'none' }))
  })
})
