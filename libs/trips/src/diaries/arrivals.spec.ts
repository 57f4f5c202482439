import { seededRandom } from '@roadbook/testing'
import { TRIP_PARAMETERS } from '../parameters.js'
import { segment } from '../segment.js'
import { VARIANTS } from './variants.js'

/**
 * Errors of a variant's trip ends in seconds: `readingS` for the readings, and `estimateS` for the estimates if there are
 * any.
 */
function errorsOf(name: string) {
  const errors: { readingS: number; estimateS: number; isEstimated: boolean }[] = []
  for (const { type, fixes, truth } of VARIANTS.get(name)!(seededRandom)) {
    for (const { startedAt, endedAt, arrivedAt } of segment(fixes, TRIP_PARAMETERS[type]).trips) {
      const own = truth.find((span) => span.startedAt < endedAt && startedAt < span.endedAt)!
      const off = (moment: number) => Math.abs(moment - own.endedAt) / 1_000
      errors.push({ readingS: off(endedAt), estimateS: off(arrivedAt ?? endedAt), isEstimated: arrivedAt !== undefined })
    }
  }
  return errors
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

describe('the arrival of trips that are known second by second', () => {
  it.each([
    ['town, 60 s', 25],
    ['town, 60 s without speed', 45],
    ['town, 120 s', 35],
    ['town, 120 s without speed', 40],
    ['town by the clock, 60 s', 15],
    ['town by the clock, 60 s without speed', 15],
    ['town by the clock, 120 s', 35],
    ['town by the clock, 120 s without speed', 35],
    ['jam at 3–6 km/h, 60 s', 15],
    ['hops, 120 s', 20],
  ])('G-43 is estimated nearer than the reading that saw it: %s, half of them within %d s', (name, withinS) => {
    const errors = errorsOf(name)
    const estimate = median(errors.map(({ estimateS }) => estimateS))
    expect(estimate).toBeLessThanOrEqual(withinS)
    expect(estimate).toBeLessThan(0.7 * median(errors.map(({ readingS }) => readingS)))
    const estimated = errors.filter(({ isEstimated }) => isEstimated)
    expect(estimated.filter(({ estimateS, readingS }) => estimateS > readingS).length).toBeLessThanOrEqual(
      0.25 * estimated.length,
    )
  })

  it.each(['town, 10 s', 'town, 30 s', 'town, 30 s without speed', 'jam at 1–3 km/h, 30 s'])(
    'G-43 is no estimate where readings are dense: %s',
    (name) => expect(errorsOf(name).filter(({ isEstimated }) => isEstimated)).toEqual([]),
  )
})
