import { toPlace, toPlaces } from '../lib/place.js'
import { boundsOf, fromLngLat, toLatLng, toLngLat, toWorld } from './coordinates.js'

describe('coordinates', () => {
  it.each([
    [49.4, 8.7, { latitude: 49.4, longitude: 8.7 }],
    [-33.456789, -70.1, { latitude: -33.456789, longitude: -70.1 }],
    ['49.412345', '8.712345', { latitude: 49.412345, longitude: 8.712345 }],
    [49, 8, { latitude: 49, longitude: 8 }],
    [-90, 180, { latitude: -90, longitude: 180 }],
  ])('R-092 takes %p, %p as a place', (latitude, longitude, place) => {
    expect(toPlace(latitude, longitude)).toEqual(place)
  })

  it.each([
    [90.1, 8.7],
    [-90.000001, 8.7],
    [49.4, 180.5],
    [49.1234567, 8.7],
    ['49', '8.7'],
    ['49.4', 'east'],
    [Number.NaN, 8.7],
    [Number.POSITIVE_INFINITY, 8.7],
    [1e-7, 8.7],
    [null, 8.7],
    [49.4, undefined],
  ])('R-092 refuses %p, %p', (latitude, longitude) => {
    expect(toPlace(latitude, longitude)).toBeUndefined()
  })

  it('R-092 skips the invalid points of a line and keeps the order of the others', () => {
    const line = toPlaces([
      { latitude: 49.4, longitude: 8.6 },
      { latitude: 91.5, longitude: 8.6 },
      { latitude: null, longitude: null },
      { latitude: 49.5, longitude: 8.7 },
    ])
    expect(line).toEqual([
      { latitude: 49.4, longitude: 8.6 },
      { latitude: 49.5, longitude: 8.7 },
    ])
  })

  it('turns the axis order for Leaflet and for GeoJSON', () => {
    const place = { latitude: 49.4, longitude: 8.7 }
    expect(toLatLng(place)).toEqual([49.4, 8.7])
    expect(toLngLat(place)).toEqual([8.7, 49.4])
    expect(fromLngLat([8.7, 49.4])).toEqual(place)
  })

  it('finds the corners around places', () => {
    const corners = boundsOf([
      { latitude: 49.4, longitude: 8.7 },
      { latitude: 49.3, longitude: 8.9 },
    ])
    expect(corners).toEqual([
      [49.3, 8.7],
      [49.4, 8.9],
    ])
    expect(boundsOf([])).toBeUndefined()
  })

  it('projects the middle and the north-west of the world', () => {
    expect(toWorld({ latitude: 0, longitude: 0 })).toEqual([0.5, 0.5])
    const [x, y] = toWorld({ latitude: 85.0511287798, longitude: -180 })
    expect(x).toBeCloseTo(0)
    expect(y).toBeCloseTo(0, 5)
  })
})
