import type { Fix } from '@roadbook/contracts'
import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

const { eBike, automobile } = TRIP_PARAMETERS
const MINUTE_MS = 60_000

const parked = (everyS: number, says = {}) =>
  new TrackBuilder('2025-11-20T06:00:00Z').withOdometer(5_000_000).stand(30, { everyS, says: { speedKph: 0, ...says } })

/** Rides `times` times around a block with four sides of 133 m, and ends at the start. */
function around(track: TrackBuilder, times: number, says: Partial<Fix>): TrackBuilder {
  for (let side = 0; side < 4 * times; side++) track.ride(0.5, 16, { everyS: 15, says }, side * 90)
  return track
}

describe('a ride that comes back to where it began', () => {
  it('G-43 is one trip of all its laps by the odometer, though it never gets far', () => {
    const track = parked(30, { speedKph: undefined })
    const startedAt = track.now
    around(track, 6, { speedKph: undefined }).stand(20, { everyS: 30, says: { speedKph: undefined } })
    const { trips } = segment(track.fixes, eBike)
    expect(trips).toHaveLength(1)
    expect(Math.abs(trips[0]!.startedAt - startedAt)).toBeLessThan(2 * MINUTE_MS)
    expect(trips[0]!.distanceM).toBeGreaterThan(3_000)
  })

  it('G-43 is a trip when it was away for long enough by its speed, and is back before it was far', () => {
    const track = parked(10)
      .ride(1.2, 9, { everyS: 10 }, 90)
      .ride(1.2, 9, { everyS: 10 }, 270)
      .stand(20, { says: { speedKph: 0 } })
    expect(segment(track.fixes, eBike).trips).toHaveLength(1)
  })
})

describe('a ride of little more than a minute between reports two minutes apart', () => {
  const quiet = { everyS: 120, says: { speedKph: 0 } }
  const hop = () =>
    new TrackBuilder('2025-11-20T06:00:00Z').stand(60, quiet).travelUnseen(0.7, 33).silence(1).report({ speedKph: 33 })

  it('G-43 is a trip when the next reading, after a silence, agrees that it is elsewhere', () => {
    const { fixes } = hop().travelUnseen(0.3, 33).silence(9).report({ speedKph: 0 }).stand(60, quiet)
    expect(segment(fixes, automobile).trips).toHaveLength(1)
  })

  it('G-43 is none when the next reading is where no vehicle could have got to', () => {
    const { fixes } = hop().silence(61).report({ latitude: 0, speedKph: 0 }).silence(61).report({ latitude: 0, speedKph: 0 })
    expect(segment(fixes, automobile).trips).toEqual([])
  })

  it('G-43 is none when the next reading is back', () => {
    const track = hop()
    track.place = { latitude: track.fixes[0]!.latitude!, longitude: track.fixes[0]!.longitude! }
    expect(segment(track.silence(9).report({ speedKph: 0 }).stand(60, quiet).fixes, automobile).trips).toEqual([])
  })
})
