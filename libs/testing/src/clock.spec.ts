import { backoffMs } from './backoff.js'
import { FakeClock } from './clock.js'
import { seedOf, seededRandom } from './seeded-random.js'

describe('the fake clock', () => {
  it('wakes sleepers in their order, at their time', async () => {
    const clock = new FakeClock(1_000)
    const woken: number[] = []
    const sleep = async (ms: number) => {
      await clock.sleep(ms)
      woken.push(clock.now())
    }
    void sleep(300)
    void sleep(100).then(() => sleep(100))
    await clock.advance(250)
    expect(woken).toEqual([1_100, 1_200])
    expect(clock.now()).toBe(1_250)
    await clock.advance(50)
    expect(woken).toEqual([1_100, 1_200, 1_300])
  })

  it('ends a sleep when its signal aborts', async () => {
    const controller = new AbortController()
    const slept = new FakeClock(0).sleep(1_000, controller.signal)
    controller.abort(new Error('enough'))
    await expect(slept).rejects.toThrow('enough')
  })
})

describe('seeded luck', () => {
  it('is the same for the same seed and differs for another', () => {
    const draw = (seed: number) => Array.from({ length: 5 }, seededRandom(seed))
    expect(draw(1)).toEqual(draw(1))
    expect(draw(1)).not.toEqual(draw(2))
    expect(seedOf('a', 1)).not.toBe(seedOf('a', 2))
  })
})

describe('the pause before the next attempt', () => {
  it('doubles up to its limit, half of it by chance', () => {
    const limits = { firstMs: 500, largestMs: 4_000 }
    const least = [0, 1, 2, 3, 4, 1_000].map((failures) => backoffMs(limits, failures, () => 0))
    const most = [0, 1, 2, 3, 4, 1_000].map((failures) => backoffMs(limits, failures, () => 1))
    expect(least).toEqual([250, 500, 1_000, 2_000, 2_000, 2_000])
    expect(most).toEqual([500, 1_000, 2_000, 4_000, 4_000, 4_000])
  })
})
