import { StreetIndex } from './street-index.js'

const road = (name: string | undefined, ...places: [number, number][]) => ({ name, kind: 'residential', isOneway: false, places })

describe('streets of a region', () => {
  const streets = StreetIndex.fromRoads([
    road('Hauptstraße', [8.7, 49.41], [8.71, 49.41]),
    road('Plöck', [8.7, 49.4085], [8.71, 49.4085]),
    road(undefined, [8.7, 49.4093], [8.71, 49.4093]),
  ])

  it('finds the nearest named street, also far from the points that draw it', () => {
    expect(streets.nearest({ latitude: 49.41005, longitude: 8.7051 })).toBe('Hauptstraße')
    expect(streets.nearest({ latitude: 49.4087, longitude: 8.7051 })).toBe('Plöck')
  })

  it('finds none where none is near, inside the area or outside', () => {
    expect(streets.nearest({ latitude: 49.4093, longitude: 8.705 })).toBeUndefined()
    expect(streets.nearest({ latitude: 52, longitude: 5 })).toBeUndefined()
  })
})
