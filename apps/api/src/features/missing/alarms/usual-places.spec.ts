import { type Stand, usualPlaces } from './usual-places.js'

const HOME = { latitude: 52.09, longitude: 5.12 }
const WORK = { latitude: 52.37, longitude: 4.9 }
const stand = (place: { latitude: number; longitude: number }, from: string, till: string): Stand => ({
  ...place,
  from: new Date(from),
  till: new Date(till),
})
/** Returns the point this many metres to the north. */
const north = (place: typeof HOME, metres: number) => ({ ...place, latitude: place.latitude + metres / 111_195 })

describe('the usual places of a vehicle', () => {
  it('R-215 are first where it stood most nights, then where it stood longest', () => {
    const places = usualPlaces([
      stand(WORK, '2025-06-02T07:00Z', '2025-06-02T15:00Z'),
      stand(HOME, '2025-06-02T16:00Z', '2025-06-03T06:00Z'),
      stand(WORK, '2025-06-03T07:00Z', '2025-06-03T15:30Z'),
      stand(HOME, '2025-06-03T16:00Z', '2025-06-05T06:00Z'),
    ])
    expect(places).toEqual([
      { ...HOME, radiusM: 50, nights: 3, stoodS: 52 * 3_600, lastAt: new Date('2025-06-05T06:00Z') },
      { ...WORK, radiusM: 50, nights: 0, stoodS: 16.5 * 3_600, lastAt: new Date('2025-06-03T15:30Z') },
    ])
  })

  it('R-215 are one place however its fixes scatter, with a circle around all of them', () => {
    const [place, ...others] = usualPlaces([
      stand(HOME, '2025-06-02T16:00Z', '2025-06-03T06:00Z'),
      stand(north(HOME, 100), '2025-06-03T16:00Z', '2025-06-04T06:00Z'),
    ])
    expect(others).toEqual([])
    expect(place).toMatchObject({ nights: 2, radiusM: expect.any(Number) })
    expect(place?.radiusM).toBeGreaterThanOrEqual(50)
    expect(place?.latitude).toBeCloseTo(north(HOME, 50).latitude, 5)
  })

  it('R-215 are where they are across the 180th meridian, too', () => {
    const beside = (longitude: number) => ({ latitude: -16.5, longitude })
    const [place, ...others] = usualPlaces([
      stand(beside(179.9997), '2025-06-02T16:00Z', '2025-06-03T06:00Z'),
      stand(beside(-179.9997), '2025-06-03T16:00Z', '2025-06-04T06:00Z'),
    ])
    expect(others).toEqual([])
    expect(Math.abs(place!.longitude)).toBeCloseTo(180, 5)
    expect(place!.radiusM).toBe(50)
  })

  it('R-215 count a night by the sun of the place, and each night once', () => {
    const auckland = { latitude: -36.85, longitude: 174.76 }
    const nights = (from: string, till: string) => usualPlaces([stand(auckland, from, till)])[0]?.nights
    // At this place, 02:00 in solar time is 14:15 UTC.
    expect(nights('2025-06-02T13:00Z', '2025-06-02T16:00Z')).toBe(1)
    expect(nights('2025-06-02T00:00Z', '2025-06-02T12:00Z')).toBe(0)
    const twice = [stand(HOME, '2025-06-02T22:00Z', '2025-06-03T01:50Z'), stand(HOME, '2025-06-03T01:50Z', '2025-06-03T05:00Z')]
    expect(usualPlaces(twice)[0]?.nights).toBe(1)
  })

  it('R-215 are none where it only passed by, and five at most', () => {
    expect(usualPlaces([])).toEqual([])
    expect(usualPlaces([stand(HOME, '2025-06-02T12:00Z', '2025-06-02T13:59Z')])).toEqual([])
    const many = Array.from({ length: 9 }, (_, nth) => stand(north(HOME, nth * 1_000), '2025-06-02T10:00Z', '2025-06-02T15:00Z'))
    expect(usualPlaces(many)).toHaveLength(5)
  })
})
