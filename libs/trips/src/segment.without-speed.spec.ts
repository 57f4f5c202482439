import type { Fix } from '@roadbook/contracts'
import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder, utc } from './track-builder.js'

/** Fixes of a tracker without a speed field. */
const withoutSpeed = (fixes: readonly Fix[]): Fix[] => fixes.map(({ speedKph: _, ...fix }) => fix)

/** A ride through town with traffic lights, between two rests. */
const town = (everyS: number, kph: number) => {
  const track = new TrackBuilder('2025-11-20T07:30:00Z').stand(30, { everyS: 60 })
  for (let block = 0; block < 4; block++) track.ride(4, kph, { everyS }).stand(1, { everyS })
  return track.stand(30, { everyS: 60 }).fixes
}

describe('a tracker without a speed field', () => {
  it.each([1, 2, 5, 10, 30])('G-43 makes one trip of a ride through town at one fix per %d s', (everyS) => {
    for (const [type, kph] of [
      ['eBike', 16],
      ['automobile', 36],
    ] as const) {
      const { trips, open } = segment(withoutSpeed(town(everyS, kph)), TRIP_PARAMETERS[type])
      expect(open).toBeUndefined()
      expect(trips).toHaveLength(1)
      expect(Math.abs(trips[0]!.startedAt - utc('2025-11-20T08:00:00Z'))).toBeLessThanOrEqual(30_000)
      expect(Math.abs(trips[0]!.endedAt - utc('2025-11-20T08:19:00Z'))).toBeLessThanOrEqual(30_000)
      const metres = (kph * 1_000 * 16) / 60
      expect(Math.abs(trips[0]!.distanceM - metres)).toBeLessThanOrEqual(metres * 0.02)
    }
  })

  it('G-43 counts every waypoint of the ride, judged or not', () => {
    const fixes = withoutSpeed(town(1, 16))
    const { trips } = segment(fixes, TRIP_PARAMETERS.eBike)
    const { startedAt, endedAt, waypointCount } = trips[0]!
    const inside = fixes.filter(({ positionedAt }) => positionedAt >= startedAt && positionedAt <= endedAt)
    expect(waypointCount).toBe(inside.length)
  })

  it.each([1, 2, 5, 10, 30])('G-43 tells the highest speed by the fastest stretch, one fix per %d s', (everyS) => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').stand(1, { everyS: 60 }).ride(5, 18, { everyS }).stand(2, { everyS })
    track.ride(2, 36, { everyS }).ride(5, 12, { everyS }).stand(10, { everyS: 60 })
    const { trips } = segment(withoutSpeed(track.fixes), TRIP_PARAMETERS.eBike)
    expect(trips).toHaveLength(1)
    expect(trips[0]!.maxSpeedKph).toBeGreaterThan(35)
    expect(trips[0]!.maxSpeedKph).toBeLessThan(37)
  })

  it.each([15, 30, 60])('G-43 makes no trip of a parked receiver that wanders up to 100 m, one fix per %d s', (everyS) => {
    for (const type of ['eBike', 'automobile'] as const) {
      const track = new TrackBuilder('2025-11-20T20:00:00Z').stand(14 * 60, { everyS, jitterM: 95 })
      expect(segment(withoutSpeed(track.fixes), TRIP_PARAMETERS[type])).toMatchObject({ trips: [], open: undefined })
    }
  })

  it('G-43 makes no trip of a receiver that wanders slowly around a parked vehicle, one fix a second', () => {
    const track = new TrackBuilder('2025-11-20T20:00:00Z')
    for (let minute = 0; minute < 240; minute++) track.ride(1, 2.4, { everyS: 1 }, (minute % 2) * 180)
    expect(segment(withoutSpeed(track.fixes), TRIP_PARAMETERS.eBike)).toMatchObject({ trips: [], open: undefined })
  })
})
