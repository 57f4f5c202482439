import { FixValidity, type Fix } from '@roadbook/contracts'
import { judgeFix } from './readings/point.js'
import { TRIP_PARAMETERS } from './parameters.js'
import { segment } from './segment.js'
import { TrackBuilder } from './track-builder.js'

const munich = { latitude: 48.137, longitude: 11.575 }
const clean = () => new TrackBuilder('2025-11-20T08:00:00Z').ride(10, 18)
const rest = (track: TrackBuilder) => track.ride(10, 18).stand(10).fixes

describe('a teleport', () => {
  it.each([1, 2, 4])('B10 adds nothing to the trip and is named, when %d fixes lie 500 km away', (times) => {
    const undisturbed = segment(rest(clean()), TRIP_PARAMETERS.eBike)
    const track = clean()
    const stray: Fix[] = []
    for (let n = 1; n <= times; n++) {
      const positionedAt = track.now + n * 1_000
      stray.push({ positionedAt, validity: FixValidity.valid, satellites: 9, speedKph: 12, ...munich })
    }
    const { trips, implausible } = segment([...rest(track), ...stray], TRIP_PARAMETERS.eBike)
    expect(trips).toEqual(undisturbed.trips)
    expect(implausible).toEqual(stray.map(({ positionedAt }) => positionedAt))
  })

  it('B10 believes a tracker that really is elsewhere, without a trip between the places', () => {
    const track = clean()
    track.place = munich
    track.ride(10, 18).stand(10)
    const { trips, implausible } = segment(track.fixes, TRIP_PARAMETERS.eBike)
    expect(implausible).toEqual([])
    expect(trips.map(({ distanceM }) => distanceM)).toEqual([2_950, 2_950])
  })

  it('B10 ignores a speed that no such vehicle has', () => {
    const track = clean().ride(1, 18, { says: { speedKph: 65_535 } })
    expect(segment(rest(track), TRIP_PARAMETERS.eBike).trips).toMatchObject([{ maxSpeedKph: 18, distanceM: 6_250 }])
  })

  it('decides anew about a fix that was once found implausible', () => {
    const fixes = rest(clean()).map((fix) => ({ ...fix, validity: FixValidity.implausibleSpeed }))
    expect(segment(fixes, TRIP_PARAMETERS.eBike).trips).toHaveLength(1)
  })
})

describe('what a fix says about itself', () => {
  const fix: Fix = { positionedAt: 1, validity: FixValidity.valid, latitude: 52, longitude: 5, satellites: 4 }

  it.each<[string, Partial<Fix>, FixValidity]>([
    ['is valid with four satellites', {}, FixValidity.valid],
    ['is valid when the satellites are unknown', { satellites: undefined }, FixValidity.valid],
    ['has too few satellites with three', { satellites: 3 }, FixValidity.tooFewSatellites],
    ['keeps what the device said', { validity: FixValidity.noFix }, FixValidity.noFix],
    ['is no fix without coordinates', { latitude: undefined }, FixValidity.noFix],
    ['has invalid coordinates at (0, 0)', { latitude: 0, longitude: 0 }, FixValidity.invalidCoordinates],
    ['has invalid coordinates beyond the pole', { latitude: 90.1 }, FixValidity.invalidCoordinates],
    ['has invalid coordinates that are no number', { longitude: NaN }, FixValidity.invalidCoordinates],
    ['is valid on the date line', { latitude: 90, longitude: -180 }, FixValidity.valid],
  ])('B9 %s', (_title, says, validity) => {
    expect(judgeFix({ ...fix, ...says })).toBe(validity)
  })
})
