import path from 'node:path'
import { destination } from '@roadbook/geo'
import { seededRandom } from '@roadbook/testing'
import { byRoadM, straightM } from '../read-match.js'
import type { TracePoint } from '../road-matcher.js'
import { layOnRoads } from './lay-on-roads.js'
import { type RoadLine, readRoads } from '../../roads/roads-file.js'
import { type Mode, RoadNetwork } from './road-network.js'
import { someDrives, reportedOf } from './testing/some-drives.js'

const REGION = path.resolve(__dirname, '../../../../../data/liechtenstein-roads.geojson.gz')

function laid(network: RoadNetwork, points: readonly TracePoint[], mode: Mode = 'motor') {
  const laying = layOnRoads(network, points, mode, 120)
  for (let step = laying.next(); ; step = laying.next()) if (step.done) return step.value
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!

describe('trips without an odometer', () => {
  let network: RoadNetwork
  let drives: ReturnType<typeof someDrives>
  beforeAll(async () => {
    network = RoadNetwork.fromLines((await readRoads(REGION))!)!
    drives = someDrives(network, 30, seededRandom(7))
  })

  it.each([
    [10, 0.01],
    [30, 0.01],
    [60, 0.015],
    [120, 0.025],
  ])('are as long by road as they were, reported every %d s', (everyS, share) => {
    const random = seededRandom(everyS)
    const errors = drives.map((drive) => {
      const readings = reportedOf(drive, everyS, 5, random)
      return {
        straight: Math.abs(straightM(readings) / drive.metres - 1),
        byRoad: Math.abs(byRoadM(laid(network, readings))! / drive.metres - 1),
      }
    })
    expect(median(errors.map(({ byRoad }) => byRoad))).toBeLessThan(share)
    expect(median(errors.map(({ byRoad }) => byRoad))).toBeLessThan(0.2 * median(errors.map(({ straight }) => straight)))
  })
})

describe('a trip that is laid on roads', () => {
  // A block of 400 by 400 m, with a path across and a one-way street along its north.
  const corner = { latitude: 47, longitude: 9 }
  const east = destination(corner, 90, 400)
  const [north, farNorth] = [destination(corner, 0, 400), destination(east, 0, 400)]
  type Corner = typeof corner
  const line = (kind: string, places: Corner[], isOneway = false): RoadLine => ({
    kind,
    isOneway,
    places: places.map(({ longitude, latitude }) => [longitude, latitude]),
  })
  const block = RoadNetwork.fromLines([
    line('residential', [corner, east, farNorth]),
    line('residential', [corner, north]),
    line('path', [corner, farNorth]),
    line('tertiary', [farNorth, north], true),
  ])!
  const at = (timeS: number, place: Corner): TracePoint => ({ ...place, timeS })

  it('goes round by the street in a car, and across by the path on a bicycle', () => {
    const points = [at(0, corner), at(120, farNorth)]
    expect(laid(block, points).distanceM).toBeCloseTo(800, -1)
    expect(laid(block, points, 'bicycle').distanceM).toBeCloseTo(400 * Math.SQRT2, -1)
  })

  it('keeps to the direction of a street in a car', () => {
    const [begin, end] = [destination(north, 90, 100), destination(north, 90, 300)]
    expect(laid(block, [at(0, end), at(60, begin)]).distanceM).toBeCloseTo(200, -1)
    expect(laid(block, [at(0, begin), at(120, end)]).distanceM).toBeCloseTo(1_400, -1)
    expect(laid(block, [at(0, begin), at(60, end)], 'bicycle').distanceM).toBeCloseTo(200, -1)
  })

  it('is a straight line where no road is near, and says how much of it is', () => {
    const [away, further] = [destination(east, 90, 300), destination(east, 90, 700)]
    const { distanceM, offRoadM } = laid(block, [at(0, corner), at(40, east), at(80, away), at(120, further)])
    expect(distanceM).toBeCloseTo(1_100, -1)
    expect(offRoadM).toBeCloseTo(700, -1)
    expect(byRoadM({ distanceM, offRoadM })).toBeUndefined()
  })

  it('is on the road that goes on, where another one is nearer to one of its readings', () => {
    const beside = destination(destination(corner, 90, 200), 0, 12)
    const points = [at(0, corner), at(30, destination(corner, 90, 100)), at(60, beside), at(90, destination(corner, 90, 300))]
    expect(laid(block, [...points, at(120, east)]).distanceM).toBeCloseTo(400, -1)
  })

  it('is of no length for no point, and for one', () => {
    expect(laid(block, [])).toEqual({ distanceM: 0, offRoadM: 0 })
    expect(laid(block, [at(0, corner)])).toEqual({ distanceM: 0, offRoadM: 0 })
  })
})
