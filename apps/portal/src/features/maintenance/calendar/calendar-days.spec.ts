import { daysOf, moved } from './calendar-days.js'

describe('the days of a calendar', () => {
  it('D.20 are whole weeks from Monday, also where the clock changes', () => {
    const march = daysOf('month', '2026-03-29')
    expect([march[0], march.at(-1), march.length]).toEqual(['2026-02-23', '2026-04-05', 42])
    expect(daysOf('week', '2026-03-29')).toEqual([
      ...['2026-03-23', '2026-03-24', '2026-03-25', '2026-03-26', '2026-03-27', '2026-03-28', '2026-03-29'],
    ])
  })

  it('go on to the last day of a shorter month', () => {
    expect(moved('month', '2026-01-31', 1)).toBe('2026-02-28')
    expect(moved('week', '2026-03-29', -1)).toBe('2026-03-22')
  })
})
