import { type Bounds, boundsOf, destination, type Position } from '@roadbook/geo'
import fc from '@roadbook/testing/property'
import { coreOf, type Geofence, type GeofenceShape, isInGeofence, pathOf, ringsOf } from './geofence.js'
import { GeofenceIndex } from './geofence-index.js'
import { narrow } from './narrow.js'

const HOME = { latitude: 47.141, longitude: 9.521 }
const SIDE = 0.005

const within = (from: Position, degrees: number): fc.Arbitrary<Position> => {
  const by = fc.double({ min: -degrees, max: degrees, noNaN: true })
  return fc.tuple(by, by).map(([north, east]) => ({ latitude: from.latitude + north, longitude: from.longitude + east }))
}
const corners = (least: number) => fc.array(within(HOME, SIDE * 2), { minLength: least, maxLength: 12 })
const reachM = fc.integer({ min: 5, max: 600 })

const shape: fc.Arbitrary<GeofenceShape> = fc.oneof(
  fc.record({ kind: fc.constant('circle' as const), center: within(HOME, SIDE), reachM }),
  fc.record({ kind: fc.constant('corridor' as const), line: corners(2).map(pathOf), reachM }),
  fc.record({ kind: fc.constant('polygon' as const), rings: fc.array(corners(3).map(pathOf), { minLength: 1, maxLength: 2 }) }),
  fc.record({
    kind: fc.constant('polygons' as const),
    parts: fc.array(fc.tuple(corners(3).map(pathOf)), { minLength: 2, maxLength: 3 }),
  }),
)

function fenceOf(of: GeofenceShape): Pick<Geofence, 'shape' | 'bounds' | 'core'> {
  const positions = (path: Float64Array) =>
    Array.from({ length: path.length / 2 }, (_, nth) => ({ latitude: path[nth * 2]!, longitude: path[nth * 2 + 1]! }))
  const line = of.kind === 'circle' ? [of.center] : of.kind === 'corridor' ? positions(of.line) : ringsOf(of).flatMap(positions)
  const reach = 'reachM' in of ? of.reachM : 0
  const ends = line.flatMap((at) => (reach ? [0, 90, 180, 270].map((bearing) => destination(at, bearing, reach * 1.01)) : [at]))
  const bounds = boundsOf(ends)!
  return { shape: of, bounds, core: coreOf({ shape: of, bounds }) }
}

const boxAround = ({ latitude, longitude }: Position): Bounds => ({
  south: latitude - SIDE,
  north: latitude + SIDE,
  west: longitude - SIDE,
  east: longitude + SIDE,
})
const part = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }))
const placeIn = ({ south, north, west, east }: Bounds, high: number, wide: number): Position => ({
  latitude: south + (north - south) * high,
  longitude: west + (east - west) * wide,
})

describe('a box in which nothing happens', () => {
  it('holds the place, and no place on the other side of a border of any fence', () => {
    fc.assert(
      fc.property(
        fc.array(shape, { minLength: 1, maxLength: 4 }),
        within(HOME, SIDE * 2),
        fc.array(fc.tuple(part, part), { minLength: 30, maxLength: 30 }),
        (shapes, at, parts) => {
          const fences = shapes.map(fenceOf)
          const box = boxAround(at)
          if (!fences.every((fence) => narrow(box, fence, at))) return
          expect(box.south <= at.latitude && at.latitude <= box.north).toBe(true)
          expect(box.west <= at.longitude && at.longitude <= box.east).toBe(true)
          const crossed = fences.flatMap((fence) => {
            const side = isInGeofence(fence, at)
            return parts.map(([high, wide]) => placeIn(box, high, wide)).filter((place) => isInGeofence(fence, place) !== side)
          })
          expect(crossed).toEqual([])
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('reaches far along a border that a vehicle follows, and is never nothing where the border is not', () => {
    const town = fenceOf({
      kind: 'polygon',
      rings: [
        pathOf(
          [
            [-1, -5],
            [-1, 5],
            [1, 5],
            [1, -5],
          ].map(([north, east]) => ({
            latitude: HOME.latitude + north! / 1_000,
            longitude: HOME.longitude + east! / 10,
          })),
        ),
      ],
    })
    const box = boxAround(HOME)
    expect(narrow(box, town, { ...HOME, latitude: HOME.latitude + 0.0009 })).toBe(true)
    expect(box.east - box.west).toBeCloseTo(2 * SIDE)
    expect(box.north - HOME.latitude).toBeCloseTo(0.001, 6)
    expect(narrow(boxAround(HOME), town, { ...HOME, latitude: HOME.latitude + 0.001 })).toBe(false)
  })

  it('is none where a fence begins a hair beside the place', () => {
    const { latitude, longitude } = HOME
    const beside = (hair: number) =>
      new GeofenceIndex([
        {
          id: 1,
          revision: 1,
          effectiveFrom: 0,
          shape: { kind: 'circle' as const, center: HOME, reachM: 100 },
          bounds: { south: latitude + hair, north: latitude + 1, west: longitude - 1, east: longitude + 1 },
        },
      ])
    expect(beside(1e-10).keepOff(boxAround(HOME), HOME)).toBe(false)
    const box = boxAround(HOME)
    expect(beside(1e-6).keepOff(box, HOME)).toBe(true)
    expect(box.north).toBeLessThan(latitude + 1e-6)
  })
})
