import { judgeGps, type JudgedFix } from './gps-quality.js'

interface Given {
  valid?: number
  gapS?: number
  hdop?: number | null
}

const fixes = (count: number, { valid = count, gapS = 10, hdop = 1 }: Given = {}): JudgedFix[] =>
  Array.from({ length: count }, (_, at) => ({ positionedAt: new Date(at * gapS * 1_000), isValid: at < valid, hdop }))

describe('GPS quality', () => {
  it.each([
    ['good', 'with 8 valid ones of 10, 30 s apart, exact to 10 m', fixes(10, { valid: 8, gapS: 30, hdop: 2 })],
    ['fair', 'with 7 valid ones', fixes(10, { valid: 7 })],
    ['fair', 'when they are further apart', fixes(10, { gapS: 31 })],
    ['fair', 'when they are less exact', fixes(10, { hdop: 2.1 })],
    ['good', 'where the tracker does not tell how exact they are', fixes(10, { hdop: null })],
    ['fair', 'with 5 valid ones', fixes(10, { valid: 5 })],
    ['poor', 'with 4 valid ones', fixes(10, { valid: 4 })],
    ['poor', 'with 3 fixes, though all are valid', fixes(3)],
    ['unknown', 'with fewer than 3', fixes(2)],
    ['unknown', 'of a tracker that has sent none', []],
  ] as const)('R-116 G-46 is %s %s', (quality, _when, given) => {
    expect(judgeGps(given).quality).toBe(quality)
  })

  it('R-116 R-356 looks at the last ten alone, and says how many of them are valid', () => {
    const old = fixes(10, { valid: 0 })
    const recent = fixes(10, { valid: 9 }).map((fix) => ({
      ...fix,
      positionedAt: new Date(fix.positionedAt.getTime() + 3_600_000),
    }))
    expect(judgeGps([...old, ...recent])).toMatchObject({ quality: 'good', valid: 9, total: 10 })
  })
})
