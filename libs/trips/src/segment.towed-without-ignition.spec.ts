import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

const off = { ignition: false, movement: false }

describe('a vehicle that is towed', () => {
  it('G-43 makes a trip of it although ignition and movement sensor are off all the time', () => {
    const track = new TrackBuilder('2025-11-20T03:00:00Z').stand(30, { everyS: 300, says: off })
    track.ride(10, 50, { everyS: 30, says: off }).stand(2, { says: off }).ride(10, 50, { everyS: 30, says: off })
    track.stand(30, { says: off })
    const { trips } = segment(track.fixes, TRIP_PARAMETERS.automobile)
    expect(trips).toMatchObject([{ durationS: 22 * 60, idleS: 120, maxSpeedKph: 50 }])
    expect(trips[0]!.distanceM).toBeCloseTo(16_667, -1)
  })
})
