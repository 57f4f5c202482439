import type { VehicleType } from '@roadbook/contracts'
import { seededRandom } from '@roadbook/testing'
import { TRIP_PARAMETERS } from '../parameters.js'
import { segment } from '../segment.js'
import { Diary } from './diary.js'
import { report, type Reporting } from './reporting.js'
import { score } from './score.js'

const VEHICLES: [VehicleType, number][] = [
  ['automobile', 45],
  ['eMoped', 40],
  ['eBike', 19],
]
const SEEDS = [1, 2]
const LIVED = VEHICLES.flatMap(([type, kph]) =>
  SEEDS.map((seed) => ({ type, seed, diary: new Diary('2025-11-20T06:00:00Z', seededRandom(seed * 31 + kph), kph).ride(6) })),
)

/** Yields the days of each vehicle as a tracker reports them, with the true rides. */
function* reported(reporting: Reporting) {
  for (const { type, seed, diary } of LIVED) {
    const { trips, open } = segment(report(diary, reporting, seededRandom(seed)), TRIP_PARAMETERS[type])
    yield { trips: open ? [...trips, open] : trips, truth: diary.trips, ceilingKph: TRIP_PARAMETERS[type].ceilingKph }
  }
}

/**
 * Compares the found trips with the true trips and returns three shares. `starts` and `ends`: the starts and ends that are
 * within two minutes of the truth, divided by the number of found trips or of true trips, whichever is larger. `found`: the
 * smaller of these two numbers, divided by the number of true trips.
 */
function judge(reporting: Reporting) {
  const sum = { made: 0, true: 0, starts: 0, ends: 0 }
  for (const { trips, truth, ceilingKph } of reported(reporting)) {
    const one = score(trips, truth)
    for (const key of Object.keys(sum) as (keyof typeof sum)[]) sum[key] += one[key]
    for (const trip of trips) expect(trip.averageSpeedKph).toBeLessThanOrEqual(ceilingKph)
  }
  const most = Math.max(sum.made, sum.true)
  return { starts: sum.starts / most, ends: sum.ends / most, found: Math.min(sum.starts, sum.ends) / sum.true }
}

const heartbeat = { parkedS: 3_600 }
const speed = { hasSpeed: true }

describe('trips of days that are known second by second', () => {
  it.each<[string, Reporting]>([
    ['every second', { everyS: 1, ...speed }],
    ['every second without speed', { everyS: 1 }],
    ['every second without speed, parked too', { everyS: 1, parkedS: 60 }],
    ['every 5 s', { everyS: 5, ...heartbeat, ...speed }],
    ['every 5 s without speed', { everyS: 5, ...heartbeat }],
    ['every 10 s', { everyS: 10, ...heartbeat, ...speed }],
    ['every 10 s without speed', { everyS: 10, ...heartbeat }],
    ['every 10 s, silent while parked', { everyS: 10, ...speed }],
    ['every 30 s', { everyS: 30, ...heartbeat, ...speed }],
    ['every 30 s without speed', { everyS: 30, ...heartbeat }],
    ['every 30 s with ignition', { everyS: 30, ...heartbeat, ...speed, hasIgnition: true }],
    ['every 2 min', { everyS: 120, ...heartbeat, ...speed }],
    ['every 2 min without speed', { everyS: 120, ...heartbeat }],
    ['every 30 s, wandering 5 m', { everyS: 30, parkedS: 30, wanderM: 5, ...speed }],
    ['every 30 s, wandering 15 m', { everyS: 30, parkedS: 30, wanderM: 15, ...speed }],
    ['every 30 s, wandering 30 m', { everyS: 30, parkedS: 30, wanderM: 30, ...speed }],
    ['every 30 s without speed, wandering 15 m', { everyS: 30, parkedS: 30, wanderM: 15 }],
  ])('G-43 begin and end where the vehicle did, reported %s', (_title, reporting) => {
    const { starts, ends } = judge(reporting)
    expect(starts).toBeGreaterThan(0.97)
    expect(ends).toBeGreaterThan(0.97)
  })

  it('G-43 begin and end where the vehicle did, reported every 30 s without speed, wandering 30 m', () => {
    const { starts, ends } = judge({ everyS: 30, parkedS: 30, wanderM: 30 })
    expect(starts).toBeGreaterThan(0.95)
    expect(ends).toBeGreaterThan(0.9)
  })

  it('G-43 survive a tunnel that the odometer counts, and are all found where it does not', () => {
    const tunnel = { everyS: 10, ...heartbeat, ...speed, tunnelS: 300 }
    const { starts, ends } = judge({ ...tunnel, hasOdometer: true })
    expect(starts).toBeGreaterThan(0.95)
    expect(ends).toBeGreaterThan(0.95)
    expect(judge(tunnel).found).toBeGreaterThan(0.97)
  })

  it.each([1, 5, 10, 30, 60, 120])('B10 are as long as the odometer says, reported every %d s', (everyS) => {
    for (const { trips, truth } of reported({ everyS, ...heartbeat, ...speed, hasOdometer: true })) {
      for (const trip of trips) {
        const own = truth.find(({ startedAt, endedAt }) => startedAt < trip.endedAt && endedAt > trip.startedAt)!
        const unseenM = ((Math.abs(own.startedAt - trip.startedAt) + Math.abs(own.endedAt - trip.endedAt)) / 3_600_000) * 60_000
        expect(Math.abs(trip.distanceM - own.distanceM)).toBeLessThanOrEqual(0.02 * own.distanceM + unseenM)
      }
    }
  })
})
