import { retryAfterS } from './retry-after.js'

describe('what a server asks that is to be asked later', () => {
  const now = Date.parse('2026-11-22T11:59:00Z')
  it.each([
    ['120', 120],
    [' 5 ', 5],
    ['Sun, 22 Nov 2026 12:00:00 GMT', 60],
    ['Sunday, 22-Nov-26 12:00:30 GMT', 90],
    ['Sun, 22 Nov 2026 11:00:00 GMT', undefined],
    ['0', undefined],
    ['-3', undefined],
    ['soon', undefined],
    ['', undefined],
    [null, undefined],
    [undefined, undefined],
  ])('F20 by %p is %p s', (header, seconds) => {
    expect(retryAfterS(header, now)).toBe(seconds)
  })
})
