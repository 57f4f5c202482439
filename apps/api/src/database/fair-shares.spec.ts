import { FairShares } from './fair-shares.js'

const FOREVER_MS = 2 ** 31 - 1

describe('fair shares', () => {
  it('are given to each up to the most, and one that is given back to who of the same has waited longest', async () => {
    const shares = new FairShares(2, FOREVER_MS)
    const order: string[] = []
    const [first, second] = [await shares.take('busy'), await shares.take('busy')]
    const third = shares.take('busy').then((giveBack) => (order.push('third'), giveBack))
    const fourth = shares.take('busy').then((giveBack) => (order.push('fourth'), giveBack))
    const others = await shares.take('other')
    expect(order).toEqual([])
    first?.()
    const giveThird = await third
    expect(order).toEqual(['third'])
    for (const giveBack of [second, others, giveThird]) giveBack?.()
    ;(await fourth)?.()
    expect(order).toEqual(['third', 'fourth'])
  })

  it('are not waited for longer than patience lasts, and what comes later goes to the next', async () => {
    const shares = new FairShares(1, 1)
    const held = await shares.take('busy')
    expect(await shares.take('busy')).toBeUndefined()
    held?.()
    expect(await shares.take('busy')).toBeDefined()
  })
})
