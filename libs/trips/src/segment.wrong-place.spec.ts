import { distanceM, destination } from '@roadbook/geo'
import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

const { automobile, eBike } = TRIP_PARAMETERS
const standing = { says: { speedKph: 0 } }

/** Adds standing readings at a wrong place. */
function seenElsewhere(track: TrackBuilder, readings: number, metres: number, everyS: number): TrackBuilder {
  const home = track.place
  track.place = destination(home, 70, metres)
  track.stand((readings * everyS) / 60, { everyS, ...standing })
  track.place = home
  return track
}

const parked = (everyS: number) => new TrackBuilder('2025-11-20T06:00:00Z').stand(30, { everyS, ...standing })

describe('a parked vehicle that is seen where it is not, by readings that say that it stands', () => {
  it.each([
    [60, 3, 800],
    [60, 9, 4_000],
    [120, 3, 1_500],
    [120, 7, 5_800],
    [30, 3, 1_900],
    [30, 8, 3_500],
  ])('G-43 makes no trip, read every %d s, %d times, %d m away', (everyS, readings, metres) => {
    const { fixes } = seenElsewhere(parked(everyS), readings, metres, everyS).stand(60, { everyS, ...standing })
    expect(segment(fixes, automobile)).toMatchObject({ trips: [], open: undefined })
  })

  it('G-43 makes trips again where it is, when a tracker whose speed is always 0 rides on and on', () => {
    const { fixes } = parked(60)
      .ride(12, 20, { everyS: 60, ...standing })
      .stand(30, { everyS: 60, ...standing })
    expect(segment(fixes, eBike).trips).toHaveLength(1)
  })
})

describe('a wrong place on the way', () => {
  it.each([3, 5, 8])('B10 is no part of the trip, %d readings of it, though it comes into reach', (readings) => {
    const ride = (track: TrackBuilder) => track.ride(5, 40, { everyS: 30 })
    const track = ride(parked(30))
    const [from, leftAt] = [track.fixes.length, track.place]
    seenElsewhere(track, readings, 9_000, 30)
    track.place = destination(leftAt, 90, 300 * readings)
    ride(track).stand(20, { everyS: 30, ...standing })
    const wrong = track.fixes.slice(from, from + readings)
    const { trips, implausible } = segment(track.fixes, automobile)
    expect(implausible).toEqual(wrong.map(({ positionedAt }) => positionedAt))
    expect(trips).toHaveLength(1)
    expect(trips[0]!.distanceM).toBeLessThan(12_000)
  })

  it('B10 is where the vehicle is when it is given for more than five minutes', () => {
    const track = seenElsewhere(parked(60), 12, 9_000, 60)
    const { state } = segment(track.fixes, automobile)
    expect(distanceM(state.sieve.last!, track.place)).toBeGreaterThan(8_000)
  })
})

describe('one reading far away between two silences', () => {
  it('G-43 begins no trip at a standstill: after a silence that was long enough to ride and to park, the vehicle is at rest there', () => {
    const track = parked(10).travelUnseen(25, 80)
    track.report({ speedKph: 0 }).travelUnseen(27, 2)
    const leftAt = track.now
    track.ride(20, 40, { everyS: 10 }).stand(10, standing)
    const { trips } = segment(track.fixes, automobile)
    expect(trips).toHaveLength(1)
    expect(trips[0]!.startedAt).toBeGreaterThanOrEqual(leftAt)
    expect(trips[0]!.distanceM).toBeLessThan(15_000)
  })
})
