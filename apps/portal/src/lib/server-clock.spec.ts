import { forgetServerTime, learnServerTime, serverClock } from './server-clock.js'

const NOON = Date.parse('2026-11-28T12:00:00Z')
const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Returns the `Date` header of a server whose clock shows this time. */
const dateOf = (time: number) => new Date(time).toUTCString()

describe('now', () => {
  let device: number
  beforeEach(() => {
    device = NOON
    jest.spyOn(Date, 'now').mockImplementation(() => device)
    forgetServerTime()
  })
  afterEach(() => jest.restoreAllMocks())

  it('is the device’s before any answer, and where an answer has no date', () => {
    learnServerTime(null, 10)
    learnServerTime('yesterday', 10)
    expect(serverClock.now()).toBe(NOON)
  })

  it.each([
    ['two hours slow', 2 * HOUR],
    ['five minutes fast', -5 * MINUTE],
    ['a day slow', 24 * HOUR],
  ])('is the server’s on a device that is %s', (_, ahead) => {
    learnServerTime(dateOf(NOON + ahead), 20)
    expect(Math.abs(serverClock.now() - (NOON + ahead))).toBeLessThanOrEqual(510)
    device += HOUR
    expect(Math.abs(serverClock.now() - (NOON + HOUR + ahead))).toBeLessThanOrEqual(510)
  })

  it('is the device’s where the difference may be the header’s whole seconds, or the way', () => {
    learnServerTime(dateOf(NOON - 900), 20)
    expect(serverClock.now()).toBe(NOON)
    learnServerTime(dateOf(NOON - 20_000), 40_000)
    expect(serverClock.now()).toBe(NOON)
  })

  it('is not made worse by an answer that took long', () => {
    learnServerTime(dateOf(NOON + HOUR), 20)
    const exact = serverClock.now()
    learnServerTime(dateOf(NOON + HOUR - 9_000), 20_000)
    expect(serverClock.now()).toBe(exact)
  })

  it('is the device’s again once somebody sets its clock', () => {
    learnServerTime(dateOf(NOON + 2 * HOUR), 20)
    device = NOON + 2 * HOUR
    learnServerTime(dateOf(NOON + 2 * HOUR), 200)
    expect(serverClock.now()).toBe(NOON + 2 * HOUR)
  })
})
