import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

describe('a tunnel', () => {
  it('G-43 does not cut the trip, and the way through it counts', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').ride(5, 60).travelUnseen(6, 60).ride(5, 60).stand(5)
    const { trips } = segment(track.fixes, TRIP_PARAMETERS.automobile)
    expect(trips).toHaveLength(1)
    expect(trips[0]!.distanceM).toBeGreaterThan(15_700)
    expect(trips[0]!.distanceM).toBeLessThan(16_001)
    expect(trips[0]).toMatchObject({ idleS: 0, maxSpeedKph: 60 })
  })

  it('takes the way through a bend from the odometer', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').withOdometer(48_000).ride(5, 60)
    track.travelUnseen(1, 60, 0).travelUnseen(1, 60, 90).travelUnseen(1, 60, 180).ride(5, 60).stand(5)
    expect(segment(track.fixes, TRIP_PARAMETERS.automobile).trips[0]!.distanceM).toBeCloseTo(12_833, -1)
  })

  it('ends a trip after an hour without data, wherever the vehicle is heard next', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').ride(5, 60).travelUnseen(61, 60).ride(5, 60).stand(5)
    const { trips } = segment(track.fixes, TRIP_PARAMETERS.automobile)
    expect(trips.map(({ distanceM, durationS }) => ({ distanceM, durationS }))).toEqual([
      { distanceM: 4_833, durationS: 290 },
      { distanceM: 4_833, durationS: 290 },
    ])
  })

  it('does not count a rest that the tracker slept through as part of a trip', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z')
      .ride(5, 18)
      .report({ speedKph: 0, positionedAt: minutesAfterEight(5.2) })
    track.silence(40).travelUnseen(0.5, 18).ride(5, 18).stand(6)
    const { trips } = segment(track.fixes, TRIP_PARAMETERS.eBike)
    expect(trips.map(({ durationS }) => Math.round(durationS / 60))).toEqual([5, 5])
  })
})

const minutesAfterEight = (minutes: number) => Date.parse('2025-11-20T08:00:00Z') + minutes * 60_000
