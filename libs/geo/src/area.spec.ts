import { areaProblem, boundsOfArea } from './area.js'

const polygon = (...coordinates: number[][][]) => ({ type: 'Polygon', coordinates })
const SQUARE = [
  [9.5, 47.1],
  [9.6, 47.1],
  [9.6, 47.2],
  [9.5, 47.2],
  [9.5, 47.1],
]
const square = (at: number, side: number) => [
  [9.5 + at, 47.1 + at],
  [9.5 + at + side, 47.1 + at],
  [9.5 + at + side, 47.1 + at + side],
  [9.5 + at, 47.1 + at + side],
  [9.5 + at, 47.1 + at],
]

describe('an area', () => {
  it('takes a circle, an outline with a hole, and a corridor', () => {
    expect(areaProblem('circle', { type: 'Point', coordinates: [9.52, 47.14] })).toBeUndefined()
    expect(areaProblem('polygon', polygon(SQUARE, square(0.02, 0.03)))).toBeUndefined()
    const line = { type: 'LineString', coordinates: SQUARE.slice(0, 3) }
    expect(areaProblem('corridor', line)).toBeUndefined()
  })

  it('may have holes that touch its outline, or each other, in single points', () => {
    const [west, south, east, north] = [9.5, 47.1, 9.6, 47.2]
    const atCorner = [[west, south], [9.55, 47.12], [9.52, 47.15], [west, south]] // prettier-ignore
    const diamond = [[9.55, south], [east, 47.15], [9.55, north], [west, 47.15], [9.55, south]] // prettier-ignore
    const beside = [[9.55, 47.12], [9.58, 47.12], [9.58, 47.14], [9.55, 47.12]] // prettier-ignore
    for (const holes of [[atCorner], [diamond], [atCorner, beside]])
      expect(areaProblem('polygon', polygon(SQUARE, ...holes))).toBeUndefined()
    const along = [[west, south], [9.55, south], [9.55, 47.15], [west, south]] // prettier-ignore
    const through = [[west, south], [9.55, 47.15], [9.45, 47.15], [west, south]] // prettier-ignore
    const outside = [[east, north], [9.7, 47.2], [9.7, 47.3], [east, north]] // prettier-ignore
    const problems = [SQUARE, along, through, outside].map((hole) => areaProblem('polygon', polygon(SQUARE, hole)))
    expect(problems).toEqual(['crosses-itself', 'crosses-itself', 'crosses-itself', 'hole-outside'])
  })

  it('may have several parts, which may touch and overlap', () => {
    const parts = (...coordinates: number[][][][]) => ({ type: 'MultiPolygon', coordinates })
    expect(areaProblem('polygon', parts([SQUARE, square(0.02, 0.03)], [square(0.05, 0.2)], [square(1, 0.1)]))).toBeUndefined()
    expect(areaProblem('polygon', parts([SQUARE], [SQUARE.slice(0, 4)]))).toBe('ring-open')
    expect(areaProblem('polygon', parts())).toBe('not-geojson')
    expect(areaProblem('circle', parts([SQUARE]))).toBe('not-geojson')
    const east = SQUARE.map(([x = 0, y = 0]) => [x - 188.9, y])
    const west = SQUARE.map(([x = 0, y = 0]) => [x + 170, y])
    expect(boundsOfArea('polygon', parts([west], [east]))).toEqual({ south: 47.1, north: 47.2, west: 179.5, east: -179.3 })
  })

  it.each([
    ['not-geojson', 'circle', { type: 'Polygon', coordinates: [SQUARE] }],
    ['not-geojson', 'polygon', 'POLYGON((9 47, 10 48))'],
    ['not-geojson', 'polygon', polygon([['9.5', '47.1'] as unknown as number[]])],
    ['not-degrees', 'circle', { type: 'Point', coordinates: [47.1, 99.5] }],
    ['too-many-points', 'polygon', polygon(Array.from({ length: 1_001 }, (_, at) => [at / 1_000, 47]))],
    [
      'too-few-points',
      'corridor',
      {
        type: 'LineString',
        coordinates: [
          [9.5, 47.1],
          [9.5, 47.1],
        ],
      },
    ],
    [
      'too-few-points',
      'polygon',
      polygon([
        [9.5, 47.1],
        [9.6, 47.1],
        [9.5, 47.1],
      ]),
    ],
    ['ring-open', 'polygon', polygon(SQUARE.slice(0, 4))],
    [
      'crosses-itself',
      'polygon',
      polygon([
        [9.5, 47.1],
        [9.6, 47.2],
        [9.6, 47.1],
        [9.5, 47.2],
        [9.5, 47.1],
      ]),
    ],
    [
      'crosses-itself',
      'polygon',
      polygon([
        [9.5, 47.1],
        [9.6, 47.1],
        [9.55, 47.1],
        [9.55, 47.2],
        [9.5, 47.1],
      ]),
    ],
    ['crosses-itself', 'polygon', polygon(SQUARE, square(0.05, 0.1))],
    ['hole-outside', 'polygon', polygon(SQUARE, square(0.2, 0.1))],
    [
      'too-large',
      'polygon',
      polygon([
        [0, 40],
        [20, 40],
        [20, 50],
        [0, 40],
      ]),
    ],
  ] as const)('says why it is none: %s', (problem, kind, shape) => {
    expect(areaProblem(kind, shape)).toBe(problem)
  })

  it('is held by its bounds, with its reach, also across the 180th meridian', () => {
    const { south, north, west, east } = boundsOfArea('circle', { type: 'Point', coordinates: [9.52, 47.14] }, 1_000)
    expect(north - south).toBeCloseTo(2 / 111.195, 4)
    expect(east - west).toBeCloseTo(2 / 111.195 / Math.cos((47.149 * Math.PI) / 180), 4)
    const across = boundsOfArea(
      'polygon',
      polygon([
        [179, 10],
        [-179, 10],
        [-179, 11],
        [179, 11],
        [179, 10],
      ]),
    )
    expect(across).toEqual({ south: 10, north: 11, west: 179, east: -179 })
    expect(boundsOfArea('circle', { type: 'Point', coordinates: [0, 89.999] }, 1_000)).toMatchObject({ west: -180, east: 180 })
  })
})
