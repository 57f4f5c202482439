import type { Fix } from '@roadbook/contracts'
import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

/** Laps of 400 m. The fixes are so sparse that they miss most of each lap. */
const laps = (everyS: number, change = (odometerM: number) => odometerM) => {
  const track = new TrackBuilder('2025-11-20T08:00:00Z').withOdometer(480_000).report({ speedKph: 0 }).ride(1, 20)
  for (let side = 0; side < 40; side++) track.ride(0.3, 20, { everyS: 6 }, side * 90)
  track.ride(2, 20).stand(10)
  const begin = track.fixes[0]!.positionedAt
  const seen = track.fixes.filter(
    ({ positionedAt, speedKph }) => speedKph! < 1 || (positionedAt - begin) % (everyS * 1_000) === 0,
  )
  const fixes = seen.map((fix): Fix => ({ ...fix, odometerM: change(fix.odometerM!) }))
  return segment(fixes, TRIP_PARAMETERS.eBike).trips.map(({ distanceM }) => distanceM)
}

const ride = (change: (odometerM: number, index: number) => number | undefined) => {
  const track = new TrackBuilder('2025-11-20T08:00:00Z').withOdometer(480_000).report({ speedKph: 0 }).ride(20, 18).stand(10)
  const fixes = track.fixes.map((fix, index): Fix => ({ ...fix, odometerM: change(fix.odometerM!, index) }))
  return segment(fixes, TRIP_PARAMETERS.eBike).trips.map(({ distanceM }) => distanceM)
}

describe('the distance of a trip', () => {
  it('B10 is what the odometer counted', () => {
    expect(ride((odometerM) => odometerM)).toEqual([6_000])
    expect(ride((odometerM) => Math.round(odometerM * 1.04))).toEqual([6_240])
  })

  it.each([6, 12, 30, 60, 120])('B10 is what the odometer counted on laps, however few of %d s fixes see them', (everyS) => {
    const [distance, ...others] = laps(everyS)
    expect(others).toEqual([])
    expect(Math.abs(distance! - 5_000)).toBeLessThanOrEqual(50)
  })

  it('B10 is not what an odometer counts that runs ten times too fast, however sparse the fixes', () => {
    for (const everyS of [6, 30, 60, 120]) expect(laps(everyS, (odometerM) => odometerM * 10)[0]).toBeLessThanOrEqual(5_000)
  })

  it.each<[string, (odometerM: number, index: number) => number | undefined]>([
    ['is missing', () => undefined],
    ['stands still', () => 12_345],
    ['is reset on the way', (odometerM, index) => (index < 60 ? odometerM : odometerM - 483_000)],
    ['wraps on the way', (odometerM) => odometerM % 482_000],
    ['leaps by 5 000 km', (odometerM, index) => (index < 60 ? odometerM : odometerM + 5_000_000)],
    ['runs backwards', (odometerM) => 1_000_000 - odometerM],
    ['counts a tenth', (odometerM) => Math.round(odometerM / 10)],
    ['counts ten times too much', (odometerM) => odometerM * 10],
    ['counts whole kilometres', (odometerM) => Math.floor(odometerM / 1_000) * 1_000],
  ])('B10 is within 1 %% of the truth when the odometer %s', (_title, change) => {
    const [distance, ...others] = ride(change)
    expect(others).toEqual([])
    expect(Math.abs(distance! - 6_000)).toBeLessThanOrEqual(60)
  })
})
