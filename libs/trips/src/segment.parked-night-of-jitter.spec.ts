import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

describe('a night in the car park', () => {
  it.each([10, 30, 60, 300])('G-43 yields no trip from a receiver that wanders, one fix per %d s', (everyS) => {
    for (const type of ['eBike', 'eMoped', 'automobile'] as const) {
      const track = new TrackBuilder('2025-11-20T20:00:00Z').stand(10 * 60, { everyS, jitterM: 55, jitterKph: 6 })
      expect(segment(track.fixes, TRIP_PARAMETERS[type])).toMatchObject({ trips: [], open: undefined })
    }
  })

  it('yields no trip from a lone reading 300 m off, nor with the ignition left on', () => {
    const track = new TrackBuilder('2025-11-20T20:00:00Z')
    const says = { ignition: true, movement: true }
    for (let hour = 0; hour < 8; hour++) {
      track.stand(60, { everyS: 60, jitterM: 40, jitterKph: 4, says })
      track.silence(1).report({ latitude: track.place.latitude + 0.0027, speedKph: 8, ...says })
    }
    expect(segment(track.fixes, TRIP_PARAMETERS.automobile)).toMatchObject({ trips: [], open: undefined })
  })

  it('yields no trip from being pushed across the yard', () => {
    const track = new TrackBuilder('2025-11-20T20:00:00Z').stand(30).ride(1, 4).stand(30).ride(0.5, 4, {}, 270).stand(30)
    expect(segment(track.fixes, TRIP_PARAMETERS.eBike)).toMatchObject({ trips: [], open: undefined })
  })
})
