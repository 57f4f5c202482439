import { FixValidity, PacketHeader, type Fix } from '@roadbook/contracts'
import { ClockWatch, trackerDateOf, type TrackerDate } from './clock-watch.js'

const NOW = Date.UTC(2026, 10, 28, 12)
const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const told = (receivedAt: number, lag: number, offsetMinutes?: number): TrackerDate => ({
  receivedAt,
  toldAt: receivedAt - lag,
  offsetMinutes,
})
/** Creates messages at a regular interval, each with the lag that `lagOf` returns for the message's number. */
const stream = (count: number, everyMs: number, lagOf: (at: number) => number, offset?: number): TrackerDate[] =>
  Array.from({ length: count }, (_, at) => told(NOW + at * everyMs, lagOf(at), offset))
const watching = (...streams: readonly TrackerDate[][]) => {
  const watch = new ClockWatch()
  for (const one of streams.flat()) watch.note(one)
  return watch.clock
}
const delay = (at: number) => (at % 5) * 200

describe('the clock of a tracker', () => {
  it.each([
    ['seven hours behind, each 30 s', 7 * HOUR, 30 * SECOND],
    ['five and a half hours ahead, each minute', -5.5 * HOUR, MINUTE],
    ['an hour ahead, each second', -HOUR, SECOND],
    ['45 minutes and 20 seconds behind, each hour', 45 * MINUTE + 20 * SECOND, HOUR],
    ['three minutes ahead, each 10 s', -3 * MINUTE, 10 * SECOND],
    ['two years behind, each five minutes', 730 * DAY, 5 * MINUTE],
  ])('is found to be constantly %s', (_, lag, every) => {
    expect(watching(stream(12, every, (at) => lag + delay(at)))?.lagS).toBe(Math.round(lag / SECOND))
  })

  it.each([
    ['right', stream(40, 30 * SECOND, delay)],
    ['right, of a tracker that sends what it saw five minutes ago', stream(40, HOUR, () => 5 * MINUTE)],
    [
      'of a tracker that sends ten hours out of its buffer, a record each',
      stream(600, 100, (at) => 10 * HOUR - at * 59.9 * SECOND),
    ],
    ['of one whose records of each second are sent twice as fast', stream(600, 500, (at) => 2 * HOUR - at * 500)],
    ['of one whose buffer is sent newest first', stream(100, 100, (at) => HOUR + at * 30 * SECOND)],
    ['of one that is parked and repeats its last fix', stream(60, 30 * SECOND, (at) => 2 * HOUR + at * 30 * SECOND)],
    ['of one that was wrong now and then', stream(40, 30 * SECOND, (at) => (at % 7 === 0 ? -7 * HOUR : delay(at)))],
    ['far off for a few messages only', stream(9, 30 * SECOND, () => 7 * HOUR)],
  ])('says nothing %s', (_, messages) => {
    expect(watching(messages)?.lagS).toBeUndefined()
  })

  it('is found among what comes out of a buffer: the least lag of many counts', () => {
    const mixed = stream(30, 30 * SECOND, (at) => (at % 2 === 0 ? -HOUR : at * 20 * MINUTE))
    expect(watching(mixed)?.lagS).toBe(-3_600)
  })

  it('is right again after some messages that are', () => {
    const behind = stream(12, 30 * SECOND, () => 7 * HOUR)
    const right = stream(3, 30 * SECOND, () => 2_000).map((one) => ({
      ...one,
      receivedAt: one.receivedAt + HOUR,
      toldAt: one.toldAt + HOUR,
    }))
    expect(watching(behind, right.slice(0, 2))?.lagS).toBe(7 * 3_600)
    expect(watching(behind, right)).toBeUndefined()
  })

  it('is not judged by what was seen with another zone', () => {
    const before = stream(12, 30 * SECOND, () => 7 * HOUR)
    const after = told(NOW + HOUR, 2_000, -420)
    expect(watching(before)).toEqual({ lagS: 7 * 3_600 })
    expect(watching(before, [after])).toBeUndefined()
    expect(
      watching(
        before,
        stream(12, 30 * SECOND, () => -2 * HOUR, -420),
      ),
    ).toEqual({ lagS: -2 * 3_600, offsetMinutes: -420, toldAt: expect.any(Number) })
  })

  it('tells a date that cannot be believed until one can', () => {
    const wild = told(NOW, 9_000 * DAY)
    expect(watching([wild])).toEqual({ toldAt: wild.toldAt })
    expect(watching([wild, told(NOW + MINUTE, 9_000 * DAY)])).toEqual({ toldAt: wild.toldAt + MINUTE })
    expect(watching([wild, told(NOW + MINUTE, 2_000)])).toBeUndefined()
  })
})

describe('what a packet tells of the clock', () => {
  const fix = (positionedAt: number, attributes?: Fix['attributes']): Fix => ({
    positionedAt,
    validity: FixValidity.valid,
    ...(attributes && { attributes }),
  })
  const packet = (...fixes: Fix[]) => ({ imei: '1', protocol: 'gt06', gateway: '', quarantined: false, receivedAt: NOW, fixes })

  it.each([
    ['the newest of its dates', packet(fix(NOW - HOUR), fix(NOW - 2_000), fix(NOW - 2 * HOUR)), NOW - 2_000],
    ['nothing, of a sign of life without a date', packet(fix(NOW)), undefined],
    ['the date that was refused', packet(fix(NOW, { deviceTime: 0 })), 0],
    ['the date as it was put right', packet(fix(NOW - 2_000, { deviceTime: 0 })), NOW - 2_000],
    [
      'a right one beside one of a year to come',
      packet(fix(NOW - 2_000), fix(NOW, { deviceTime: NOW + 900 * DAY })),
      NOW - 2_000,
    ],
    ['the year to come, where it is alone', packet(fix(NOW, { deviceTime: NOW + 900 * DAY })), NOW + 900 * DAY],
  ])('is %s', (_, sent, toldAt) => {
    expect(trackerDateOf(sent, { headers: {} })?.toldAt).toBe(toldAt)
  })

  it('is told with the offset that was configured', () => {
    expect(
      trackerDateOf(packet(fix(NOW - HOUR)), { headers: { [PacketHeader.utcOffsetMinutes]: Buffer.from('-420') } })
        ?.offsetMinutes,
    ).toBe(-420)
    expect(trackerDateOf(packet(fix(NOW - HOUR)), { headers: {} })?.offsetMinutes).toBeUndefined()
  })
})
