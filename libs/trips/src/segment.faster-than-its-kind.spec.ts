import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

const bike = TRIP_PARAMETERS.eBike

/** A person rides a bike to the station, takes it on a train with stops, and rides it from the last station. */
const byTrain = (everyS: number, says = {}) => {
  const track = new TrackBuilder('2025-11-20T08:00:00Z').stand(8, { everyS: 60 }).ride(8, 18, { everyS, says })
  track.stand(3, { everyS, says })
  for (let stop = 0; stop < 3; stop++) {
    for (const kph of [30, 60, 90, 110, 130]) track.ride(0.5, kph, { everyS, says })
    track.ride(8, 140, { everyS, says })
    for (const kph of [120, 100, 85, 70, 40]) track.ride(0.5, kph, { everyS, says })
    track.stand(2, { everyS, says })
  }
  return track.stand(3, { everyS, says }).ride(8, 18, { everyS, says }).stand(20, { everyS: 60 }).fixes
}

describe('an e-bike on a train', () => {
  it.each([1, 2, 5, 10, 30])('G-43 is never faster than its kind, one fix per %d s', (everyS) => {
    for (const says of [{}, { speedKph: undefined }, { speedKph: 30 }]) {
      const { trips, open } = segment(byTrain(everyS, says), bike)
      expect(open).toBeUndefined()
      for (const { averageSpeedKph, maxSpeedKph, distanceM, durationS } of trips) {
        expect(maxSpeedKph).toBeLessThanOrEqual(bike.ceilingKph)
        expect(averageSpeedKph).toBeLessThanOrEqual(bike.ceilingKph)
        expect(distanceM).toBeLessThanOrEqual((durationS * bike.ceilingKph) / 3.6 + 1)
      }
      const ridden = trips.reduce((sum, { distanceM }) => sum + distanceM, 0)
      expect(ridden).toBeLessThan(22_000)
    }
  })

  it('G-43 keeps the rides to the station and from it', () => {
    for (const everyS of [1, 10]) {
      const { trips } = segment(byTrain(everyS), bike)
      expect(trips[0]!.startedAt).toBeLessThanOrEqual(Date.parse('2025-11-20T08:08:30Z'))
      expect(trips.at(-1)!.distanceM).toBeGreaterThan(2_300)
    }
  })
})

describe('readings one second apart', () => {
  it('G-43 never make a trip faster than its kind, though each lies within the noise of the one before', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z')
      .stand(8, { everyS: 60 })
      .ride(10, 200, { everyS: 1, says: { speedKph: 30 } })
    for (const { averageSpeedKph } of segment(track.stand(10).fixes, bike).trips) {
      expect(averageSpeedKph).toBeLessThanOrEqual(bike.ceilingKph)
    }
  })

  it('G-43 leave a fast car alone', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').stand(8, { everyS: 60 }).ride(10, 180, { everyS: 1 }).stand(10)
    expect(segment(track.fixes, TRIP_PARAMETERS.automobile)).toMatchObject({
      trips: [{ maxSpeedKph: 180, averageSpeedKph: 180 }],
      implausible: [],
    })
  })
})
