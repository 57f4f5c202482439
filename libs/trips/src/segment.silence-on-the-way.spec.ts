import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder, utc } from './track-builder.js'

const minutes = (trips: { durationS: number }[]) => trips.map(({ durationS }) => Math.round(durationS / 60))

describe('a silence within an hour', () => {
  it.each([12, 40, 58])(
    'G-43 ends the trip when the vehicle is heard again %d min later, moving, where it was last heard',
    (pause) => {
      for (const says of [{}, { speedKph: undefined }]) {
        const track = new TrackBuilder('2025-11-20T08:00:00Z').report({ speedKph: 0 }).ride(10, 40, { says }).silence(pause)
        track.ride(10, 40, { says }, 270).stand(10)
        const { trips } = segment(track.fixes, TRIP_PARAMETERS.automobile)
        expect(minutes(trips)).toEqual([10, 10])
        expect(trips[0]!.endedAt).toBe(utc('2025-11-20T08:10:00Z'))
      }
    },
  )

  it('G-43 leaves a long tunnel and a traffic jam in it alone', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').report({ speedKph: 0 }).ride(5, 40).travelUnseen(20, 5)
    track.ride(5, 40).stand(10)
    expect(minutes(segment(track.fixes, TRIP_PARAMETERS.automobile).trips)).toEqual([30])
  })

  it.each(['before', 'behind', 'on both sides of'])('G-43 keeps the way through a tunnel with a light %s it', (where) => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').report({ speedKph: 0 }).ride(5, 60)
    if (where !== 'behind') track.stand(0.5)
    track.travelUnseen(7, 44).report({ speedKph: where === 'before' ? 44 : 0 })
    if (where !== 'before') track.stand(0.5)
    track.ride(5, 60).stand(10)
    const { trips, open } = segment(track.fixes, TRIP_PARAMETERS.automobile)
    expect(open).toBeUndefined()
    expect(trips).toHaveLength(1)
    expect(Math.abs(trips[0]!.distanceM - 15_133)).toBeLessThan(150)
  })
})

describe('snapshots two minutes apart', () => {
  it('G-43 go on with the trip when all that they see are red lights', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').report({ speedKph: 0 }).ride(6, 30, { everyS: 120 })
    for (let light = 0; light < 6; light++) track.travelUnseen(2, 11).report({ speedKph: 0 })
    track.ride(6, 30, { everyS: 120 }).stand(20, { everyS: 120 })
    const { trips } = segment(track.fixes, TRIP_PARAMETERS.automobile)
    expect(minutes(trips)).toEqual([24])
    expect(trips[0]!.distanceM).toBeCloseTo(8_200, -2)
  })

  it('G-43 end the trip where it is parked, also when the receiver wanders there', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').report({ speedKph: 0 }).ride(20, 18, { everyS: 60 })
    track.stand(240, { everyS: 60, jitterM: 55, jitterKph: 2 })
    const { trips, open } = segment(track.fixes, TRIP_PARAMETERS.eBike)
    expect(open).toBeUndefined()
    expect(minutes(trips)).toEqual([20])
  })
})

describe('a trip', () => {
  it('G-43 is none when the point that would confirm it is the one that ends it', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').stand(10, { everyS: 60 })
    track.silence(10).travelUnseen(0.5, 30).report({ speedKph: 8 })
    track.travelUnseen(10, 1.5).report({ speedKph: 0 }).stand(20, { everyS: 60 })
    expect(segment(track.fixes, TRIP_PARAMETERS.eBike)).toMatchObject({ trips: [], open: undefined })
  })
})
