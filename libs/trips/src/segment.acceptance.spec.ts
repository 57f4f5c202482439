import { TRIP_PARAMETERS } from './parameters.js'
import { isSilent, segment } from './segment.js'
import { TrackBuilder, utc } from './track-builder.js'

const bike = TRIP_PARAMETERS.eBike

describe('where a trip ends', () => {
  it('G-43 ends the trip at 17:59 when the vehicle stops at 17:59 and reports go on, not minutes later', () => {
    const track = new TrackBuilder('2025-11-20T17:40:00Z').report({ speedKph: 0 }).ride(19, 18).stand(120, { everyS: 60 })
    const { trips, open } = segment(track.fixes, bike)
    expect(open).toBeUndefined()
    expect(trips).toEqual([
      {
        startedAt: utc('2025-11-20T17:40:00Z'),
        endedAt: utc('2025-11-20T17:59:00Z'),
        startLatitude: 52.0907,
        startLongitude: 5.1214,
        stopLatitude: track.place.latitude,
        stopLongitude: track.place.longitude,
        distanceM: 5_700,
        durationS: 1_140,
        averageSpeedKph: 18,
        maxSpeedKph: 18,
        idleS: 0,
        waypointCount: 115,
      },
    ])
  })

  it('G-43 ends it at 17:59 also when the parked receiver wanders and imagines speeds', () => {
    const track = new TrackBuilder('2025-11-20T17:40:00Z').ride(19, 18).stand(120, { everyS: 30, jitterM: 25, jitterKph: 4.5 })
    const { trips, open } = segment(track.fixes, bike)
    expect(open).toBeUndefined()
    expect(trips).toHaveLength(1)
    expect(trips[0]!.endedAt).toBeLessThan(utc('2025-11-20T18:00:00Z'))
  })

  it('G-43 ends it at 18:00 when the tracker falls silent on arrival and wakes at 08:00 in the same place', () => {
    const track = new TrackBuilder('2025-11-20T17:40:00Z').ride(19.5, 18).silence(0.5).report({ speedKph: 0 })
    const evening = segment(track.fixes, bike)
    expect(evening.open).toMatchObject({ endedAt: utc('2025-11-20T18:00:00Z') - 30_000 })
    expect(isSilent(evening.state, utc('2025-11-20T18:59:00Z'), bike)).toBe(false)
    expect(isSilent(evening.state, utc('2025-11-20T19:00:01Z'), bike)).toBe(true)
    track
      .silence(14 * 60)
      .report({ speedKph: 0 })
      .stand(30, { everyS: 600 })
    const { trips, open } = segment(track.fixes, bike)
    expect(open).toBeUndefined()
    expect(trips).toHaveLength(1)
    expect(trips[0]!.endedAt).toBe(evening.open!.endedAt)
  })

  it('ends at the reading on arrival when the vehicle still rolled up to there', () => {
    const track = new TrackBuilder('2025-11-20T17:40:00Z').ride(19, 18).travelUnseen(1, 18).report({ speedKph: 0 })
    track.silence(14 * 60).report({ speedKph: 0 })
    const { trips } = segment(track.fixes, bike)
    expect(trips.map(({ endedAt }) => endedAt)).toEqual([utc('2025-11-20T18:00:00Z')])
  })

  it('G-43 makes two trips when the tracker falls silent at 17:59 and wakes next day 1 km away already driving', () => {
    const track = new TrackBuilder('2025-11-20T17:40:00Z').ride(19, 18)
    const parked = { ...track.place }
    track.travelUnseen(14 * 60, 1 / 14)
    const woken = { ...track.place }
    track.report({ speedKph: 18 }).ride(10, 18).stand(10)
    const { trips } = segment(track.fixes, bike)
    expect(trips).toMatchObject([
      { endedAt: utc('2025-11-20T17:59:00Z'), stopLatitude: parked.latitude, stopLongitude: parked.longitude },
      { startedAt: utc('2025-11-21T07:59:00Z'), endedAt: utc('2025-11-21T08:09:00Z'), startLongitude: woken.longitude },
    ])
    expect(trips[1]!.distanceM).toBe(3_000)
  })
})
