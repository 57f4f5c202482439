import { doubtM } from '../../../sharing/index.js'
import { type Beat, nextReportAt } from './case-signals.js'

const START = Date.parse('2025-06-02T10:00:00Z')
/** Returns fixes that are these numbers of seconds apart. */
const beats = (gaps: readonly number[], speedKph: number | null, from = START): Beat[] =>
  [0, ...gaps].map((_, nth, all) => ({
    at: new Date(from + all.slice(0, nth + 1).reduce((sum, gap) => sum + gap, 0) * 1_000),
    speedKph,
  }))
const after = (all: readonly Beat[]) => ((nextReportAt(all)?.getTime() ?? NaN) - all.at(-1)!.at.getTime()) / 1_000

describe('the next report of a tracker', () => {
  it('R-215 is expected after its usual gap', () => {
    expect(after(beats([600, 610, 590, 600], 0))).toBe(600)
    expect(after(beats(Array(20).fill(10), 30))).toBe(10)
  })

  it('R-215 comes as a standing tracker’s does once it stands, though it moved until now', () => {
    const stood = beats([3_600, 3_600, 3_600, 3_600], 0)
    const rode = beats(Array(30).fill(10), 40, stood.at(-1)!.at.getTime() + 3_600_000)
    const stands = { at: new Date(rode.at(-1)!.at.getTime() + 10_000), speedKph: 0 }
    expect(after([...stood, ...rode, stands])).toBe(3_600)
  })

  it('R-215 is unknown of a tracker that hardly reported', () => {
    expect(nextReportAt([])).toBeNull()
    expect(nextReportAt(beats([600, 600], 0))).toBeNull()
  })
})

describe('how far from its last position a vehicle may be', () => {
  const last = { positionedAt: new Date(START), isMoving: true, speedKph: 20 }
  const minutes = (count: number) => new Date(START + count * 60_000)

  it('R-215 grows with time while it moves, up to fifty kilometres, and not while it stands', () => {
    expect(doubtM(last, minutes(0))).toBe(25)
    expect(doubtM(last, minutes(30))).toBe(10_025)
    expect(doubtM(last, minutes(60 * 24))).toBe(50_000)
    expect(doubtM({ ...last, isMoving: false }, minutes(60 * 24))).toBe(25)
    expect(doubtM({ ...last, speedKph: null }, minutes(6))).toBe(1_025)
  })
})
