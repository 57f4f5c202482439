import { middleOf } from './fleet-area.js'
import { keepArea, lastArea } from './last-area.js'

describe('where a new geofence is drawn', () => {
  const at = (latitude: number, longitude: number) => ({ latitude, longitude })

  it('is where most of the fleet is, whatever a single van does abroad', () => {
    const town = Array.from({ length: 19 }, (_, nth) => at(47.1 + nth / 1000, 9.5 + nth / 1000))
    const [[south, west], [north, east]] = middleOf([...town, at(41.4, 2.2)])!
    expect([south, west, north, east].map((degrees) => Math.round(degrees * 10) / 10)).toEqual([47.1, 9.5, 47.1, 9.5])
    expect(middleOf([at(47.1, 9.5)])).toEqual([
      [47.1, 9.5],
      [47.1, 9.5],
    ])
    expect(middleOf([])).toBeUndefined()
    expect(middleOf([at(-17, 179.95), at(-16, -179.95)])).toEqual([
      [-17, 179.95],
      [-16, 180.05],
    ])
  })
})

describe('a map that knows nothing yet', () => {
  it('begins where the fleet was seen last in this tab, roughly', () => {
    expect(lastArea()).toBeUndefined()
    keepArea([
      [47.123, 9.512],
      [47.167, 9.561],
    ])
    expect(lastArea()).toEqual([
      [47.1, 9.5],
      [47.2, 9.6],
    ])
    sessionStorage.setItem('roadbook.map.area', '["47",null]')
    expect(lastArea()).toBeUndefined()
  })
})
