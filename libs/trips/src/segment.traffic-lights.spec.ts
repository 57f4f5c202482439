import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

describe('a ride through town', () => {
  it('G-43 stays one trip over stops at traffic lights, and counts the waiting as idle', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').report({ speedKph: 0 })
    track.ride(3, 20).stand(2).ride(3, 20).stand(4).ride(3, 20).stand(10)
    const { trips } = segment(track.fixes, TRIP_PARAMETERS.eBike)
    expect(trips).toMatchObject([{ distanceM: 3_000, durationS: 15 * 60, idleS: 6 * 60, averageSpeedKph: 12, maxSpeedKph: 20 }])
  })

  it('G-43 becomes two trips of a bike after 5 minutes at rest, of a car after 3', () => {
    const pause = (minutes: number) => new TrackBuilder('2025-11-20T08:00:00Z').ride(4, 20).stand(minutes).ride(4, 20).fixes
    const count = (minutes: number, type: 'eBike' | 'automobile') => {
      const { trips, open } = segment(pause(minutes), TRIP_PARAMETERS[type])
      return trips.length + (open ? 1 : 0)
    }
    expect([count(4.8, 'eBike'), count(5.2, 'eBike')]).toEqual([1, 2])
    expect([count(2.8, 'automobile'), count(3.2, 'automobile')]).toEqual([1, 2])
  })

  it('G-43 ends a moped’s trip when the ignition that was on goes off, and leaves a bike’s alone', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').ride(5, 30, { says: { ignition: true } })
    track.report({ speedKph: 0, ignition: true, positionedAt: track.now + 1_000 }).stand(1, { says: { ignition: false } })
    track.ride(5, 30, { says: { ignition: true } })
    expect(segment(track.fixes, TRIP_PARAMETERS.eMoped).trips).toHaveLength(1)
    expect(segment(track.fixes, TRIP_PARAMETERS.eMoped).open).toMatchObject({ distanceM: 2_500 })
    expect(segment(track.fixes, TRIP_PARAMETERS.eBike).trips).toHaveLength(0)
  })

  it('sees a traffic jam that is sampled only while standing as a journey, by ignition and displacement', () => {
    const track = new TrackBuilder('2025-11-20T08:00:00Z').report({ speedKph: 0, ignition: false })
    for (let minute = 0; minute < 20; minute++) track.travelUnseen(1, 6).report({ speedKph: 0, ignition: true })
    track.stand(5, { says: { ignition: false } })
    const { trips } = segment(track.fixes, TRIP_PARAMETERS.automobile)
    expect(trips).toMatchObject([{ distanceM: 2_000, durationS: 1_200, idleS: 0 }])
  })
})
