import { intervalOf, nextDue } from './maintenance.js'

const OIL = { id: 1, name: 'Oil', type: 'totalDistance', start: 10_000_000, period: 15_000_000, attributes: {} }

describe('a maintenance of Traccar', () => {
  it('is due at its start, and then after each period', () => {
    const due = [0, 9_999_999, 10_000_000, 24_999_999, 25_000_000, 180_000_000].map((value) => nextDue(OIL, value))
    expect(due).toEqual([10_000_000, 10_000_000, 25_000_000, 25_000_000, 40_000_000, 190_000_000])
  })

  it('becomes an interval of kilometres or days', () => {
    expect(intervalOf(OIL)).toEqual({ value: 15_000, metric: 'kilometers', isRounded: false })
    expect(intervalOf({ ...OIL, period: 8_046_720 })).toEqual({ value: 8_047, metric: 'kilometers', isRounded: true })
    expect(intervalOf({ ...OIL, type: 'fixTime', period: 182 * 86_400_000 })).toMatchObject({ value: 182, metric: 'days' })
  })

  it('is refused with the reason if services cannot be due by it', () => {
    expect(intervalOf({ ...OIL, type: 'hours' })).toBe('it counts engine hours, and services here are due by distance or date')
    expect(intervalOf({ ...OIL, period: 0 })).toBe('it has no period, so it reports nothing in Traccar either')
    expect(intervalOf({ ...OIL, period: 200 })).toBe('its period of 0.2 km is not between 1 and 100000 km')
    expect(intervalOf({ ...OIL, type: 'serverTime', period: 3_600_000 })).toContain('is not a whole number of days')
    expect(intervalOf({ ...OIL, type: 'fixTime', start: 9e15, period: 86_400_000 })).toBe(
      'its start of 9000000000000000 ms is no date',
    )
  })
})
