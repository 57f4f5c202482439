import { isWithin } from './week-hours.js'

const workdays = { timeZone: 'Europe/Zurich', spans: [{ days: [1, 2, 3, 4, 5], from: '08:00', till: '18:00' }] }
const nights = { timeZone: 'Europe/Zurich', spans: [{ days: [5], from: '22:00', till: '06:00' }] }
const whole = { timeZone: 'UTC', spans: [{ days: [7], from: '00:00', till: '24:00' }] }

describe('hours of a week', () => {
  it.each([
    [workdays, '2026-11-02T07:00Z', true], // Monday 08:00
    [workdays, '2026-11-02T06:59Z', false],
    [workdays, '2026-11-02T17:00Z', false], // 18:00 is the end, which is not included
    [workdays, '2026-11-01T09:00Z', false], // Sunday
    [workdays, '2026-07-06T06:00Z', true], // in summer an hour earlier
    [nights, '2026-11-06T21:00Z', true], // Friday 22:00
    [nights, '2026-11-07T04:59Z', true], // Saturday 05:59
    [nights, '2026-11-07T05:00Z', false],
    [nights, '2026-11-07T21:30Z', false], // Saturday night is not included
    [whole, '2026-11-01T00:00Z', true],
    [whole, '2026-11-01T23:59Z', true],
    [whole, '2026-11-02T00:00Z', false],
  ])('by the clocks on the wall %#', (hours, instant, isIn) => {
    expect(isWithin(hours, Date.parse(instant))).toBe(isIn)
  })
})
