import { UserRates } from './user-rate-limit.js'

describe('what one user may do in a minute', () => {
  it('is counted over the last minute, by user and by what it is', () => {
    const rates = new UserRates()
    expect([0, 10_000, 20_000].map((at) => rates.take('locate', 1, 3, at))).toEqual([0, 0, 0])
    expect(rates.take('locate', 1, 3, 30_000)).toBe(30_000)
    expect([rates.take('locate', 2, 3, 30_000), rates.take('messages', 1, 3, 30_000)]).toEqual([0, 0])
    expect(rates.take('locate', 1, 3, 60_000)).toBe(0)
    expect(rates.take('locate', 1, 3, 60_001)).toBe(9_999)
  })

  it('does not grow longer by trying in vain', () => {
    const rates = new UserRates()
    rates.take('locate', 1, 1, 0)
    for (let at = 1_000; at < 60_000; at += 1_000) rates.take('locate', 1, 1, at)
    expect(rates.take('locate', 1, 1, 60_000)).toBe(0)
  })
})
