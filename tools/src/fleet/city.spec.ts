import { type Position, distanceM } from '@roadbook/geo'
import { type RoadFeature, buildCity } from './city.js'
import { findRoute } from './route.js'
import type { TravelMode } from './travel-mode.js'

/** Returns a road on a grid of hundredths of a degree. Each point is a pair of x and y on this grid. */
const road = (roadClass: string, points: [number, number][], more: Partial<RoadFeature['properties']> = {}): RoadFeature => ({
  properties: { class: roadClass, ...more },
  geometry: { type: 'LineString', coordinates: points.map(([x, y]) => [8.6 + x / 100, 49.4 + y / 100]) },
})

/** Returns the stops of the quickest route between the places nearest to two grid points. */
function way(
  roads: RoadFeature[],
  mode: TravelMode,
  from: [number, number],
  to: [number, number],
): [number, number][] | undefined {
  const city = buildCity(roads)
  const { places } = city.networks[mode]
  const placeAt = ([x, y]: [number, number]) => {
    const wanted = { latitude: 49.4 + y / 100, longitude: 8.6 + x / 100 }
    return places.findIndex((junction) => distanceM(city.junctions[junction]!, wanted) < 1)
  }
  const route = findRoute(city, mode, placeAt(from), placeAt(to))
  return route?.line.map(({ latitude, longitude }: Position) => [
    Math.round((longitude - 8.6) * 100),
    Math.round((latitude - 49.4) * 100),
  ])
}

describe('the way through a city', () => {
  it('is the quickest one, not the shortest', () => {
    const roads = [
      road(
        'service',
        [
          [0, 0],
          [2, 0],
        ],
        { maxspeed: '7' },
      ),
      road('primary', [
        [0, 0],
        [0, 1],
        [2, 1],
        [2, 0],
      ]),
    ]
    expect(way(roads, 'car', [0, 0], [2, 0])).toEqual([
      [0, 0],
      [0, 1],
      [2, 1],
      [2, 0],
    ])
    expect(way(roads, 'bike', [2, 0], [0, 0])).toHaveLength(4)
  })

  it('never goes against a one-way street', () => {
    const roads = [
      road(
        'residential',
        [
          [0, 0],
          [1, 0],
        ],
        { oneway: true },
      ),
      road(
        'residential',
        [
          [1, 0],
          [1, 1],
        ],
        { oneway: true },
      ),
      road(
        'residential',
        [
          [1, 1],
          [0, 0],
        ],
        { oneway: true },
      ),
    ]
    expect(way(roads, 'car', [0, 0], [1, 0])).toEqual([
      [0, 0],
      [1, 0],
    ])
    expect(way(roads, 'car', [1, 0], [0, 0])).toEqual([
      [1, 0],
      [1, 1],
      [0, 0],
    ])
  })

  it('leads bikes over paths, cars round them, and only cars onto the motorway', () => {
    const roads = [
      road('path', [
        [0, 0],
        [1, 0],
      ]),
      road('residential', [
        [0, 0],
        [0, 1],
        [1, 1],
        [1, 0],
      ]),
      road('motorway', [
        [0, 1],
        [1, 1],
      ]),
    ]
    expect(way(roads, 'bike', [0, 0], [1, 0])).toEqual([
      [0, 0],
      [1, 0],
    ])
    expect(way(roads, 'car', [0, 0], [1, 0])).toHaveLength(4)
    expect(way(roads, 'moped', [0, 0], [1, 0])).toHaveLength(4)
    const motorway = [
      road('motorway', [
        [0, 0],
        [1, 0],
      ]),
    ]
    expect(buildCity(motorway).networks.moped.places).toEqual([])
    expect(buildCity(motorway).networks.car.places).toHaveLength(2)
  })

  it('offers only places from which there is a way back', () => {
    const roads = [
      road('residential', [
        [0, 0],
        [1, 0],
      ]),
      road(
        'residential',
        [
          [1, 0],
          [2, 0],
        ],
        { oneway: true },
      ),
    ]
    expect(buildCity(roads).networks.car.places).toHaveLength(2)
  })
})
