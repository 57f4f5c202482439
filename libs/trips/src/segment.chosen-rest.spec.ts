import { endingAfter, TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

/** A round of deliveries with stops of 2, 4, 8 and 14 minutes. */
const round = (says = {}) => {
  const track = new TrackBuilder('2025-11-20T08:00:00Z').ride(6, 30, { says })
  for (const minutes of [2, 4, 8, 14]) track.stand(minutes, { says }).ride(6, 30, { says })
  return track.stand(30, { everyS: 60 }).fixes
}
const trips = (minutes: number | undefined, says?: object) => {
  const { automobile } = TRIP_PARAMETERS
  const parameters = minutes === undefined ? automobile : endingAfter(automobile, minutes)
  return segment(round(says), parameters).trips.length
}

describe('a rest that a business chose', () => {
  it.each([
    [1, 5],
    [3, 4],
    [5, 3],
    [10, 2],
    [15, 1],
  ])('G-104 of %d min makes %d trips of a round with stops of 2, 4, 8 and 14 min', (minutes, count) => {
    expect(trips(minutes)).toBe(count)
    expect(trips(minutes, { ignition: true })).toBe(count)
    expect(trips(minutes, { speedKph: undefined })).toBe(count)
  })

  it('G-104 leaves the rest of its kind to who chose none', () => {
    expect(trips(undefined)).toBe(trips(3))
  })

  it.each([0, 0.5, 15.5, -1, NaN])('G-104 is none of %d min', (minutes) => {
    expect(() => endingAfter(TRIP_PARAMETERS.eBike, minutes)).toThrow(RangeError)
  })
})
