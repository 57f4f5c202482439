import { RetriableError } from './retry.js'
import { Together } from './together.js'

/** Records which requests are done together; rejects any that contain a negative number. */
function together(refusal: Error, { most = 10, atOnce = 1 } = {}) {
  const done: number[][] = []
  const group = new Together<number, number>({
    work: async (requests) => {
      done.push([...requests])
      await Promise.resolve()
      if (requests.some((one) => one < 0)) throw refusal
      return requests.length
    },
    isApart: (one) => one > 90,
    size: (one) => Math.abs(one),
    most,
    atOnce,
  })
  return { done, ask: (...all: number[]) => Promise.allSettled(all.map((one) => group.do(one))) }
}

const outcomes = (all: PromiseSettledResult<number>[]) =>
  all.map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message))

describe('What lanes do together', () => {
  it('is done as one when it is asked for in one moment, and each hears of it', async () => {
    const { done, ask } = together(new Error('no'))
    expect(outcomes(await ask(1, 2, 3))).toEqual([3, 3, 3])
    expect(done).toEqual([[1, 2, 3]])
  })

  it('is parted where it is much, and one that is too much by itself is done alone', async () => {
    const { done, ask } = together(new Error('no'))
    await ask(40, 5, 5, 1)
    expect(done).toEqual([[40], [5, 5], [1]])
  })

  it('goes on without one that may have to wait for long', async () => {
    const { done, ask } = together(new Error('no'))
    expect(outcomes(await ask(1, 99, 3))).toEqual([2, 1, 2])
    expect(done).toEqual([[99], [1, 3]])
  })

  it('fails for the one that cannot be done, and for no other', async () => {
    const { done, ask } = together(new Error('poison'))
    expect(outcomes(await ask(1, -2, 3))).toEqual([1, 'poison', 1])
    expect(done).toEqual([[1, -2, 3], [1], [-2], [3]])
  })

  it('fails for all at once while the database is away: each tries again for itself', async () => {
    const { done, ask } = together(new RetriableError('away'))
    expect(outcomes(await ask(1, -2, 3))).toEqual(['away', 'away', 'away'])
    expect(done).toHaveLength(1)
  })
})
