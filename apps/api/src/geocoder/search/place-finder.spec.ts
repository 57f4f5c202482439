import { Registry } from 'prom-client'
import type { Caller } from '../../auth/caller.js'
import { PlaceFinder } from './place-finder.js'

type Parameters = ConstructorParameters<typeof PlaceFinder>

/** Bundled data that finds nothing. Each search lasts until the test ends it. */
class BundledDouble {
  readonly underWay: (() => void)[] = []
  readonly asked: string[] = []
  async ready() {}
  async find(text: string): Promise<[]> {
    this.asked.push(text)
    await new Promise<void>((resolve) => this.underWay.push(resolve))
    return []
  }
}

describe('searches of the bundled data', () => {
  it('run one at a time for each user, so that one user cannot occupy the process', async () => {
    const bundled = new BundledDouble()
    const finder = new PlaceFinder(
      bundled as unknown as Parameters[0],
      {} as Parameters[1],
      { take: async () => 0 } as unknown as Parameters[2],
      undefined,
      {} as Parameters[4],
      {} as Parameters[5],
      new Registry(),
    )
    const find = (userId: number, text: string) =>
      finder.find({ userId, businessId: 1, locale: 'en' } as Caller, { text, withAddresses: false })
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
