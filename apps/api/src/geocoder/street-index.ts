import { around } from 'geokdbush'
import KDBush from 'kdbush'
import type { RoadLine } from '../roads/roads-file.js'
import type { Point } from './geocoder.js'

/**
 * Maximum distance between the indexed points along a street, in degrees. It is so small that the nearest indexed point is
 * always on the nearest street.
 */
const SPACING_DEGREES = 0.0002
/** A point farther than this from a street's centre line, in kilometres, is not on the street. */
const MAX_DISTANCE_KM = 0.06
/** Margin around the data, in degrees. With it, a street is also found for a point just outside the data. */
const MARGIN_DEGREES = 0.001

/** Named streets of a region, from centre lines. */
export class StreetIndex {
  private constructor(
    private readonly index: KDBush,
    private readonly streets: readonly string[],
    private readonly box: { west: number; south: number; east: number; north: number },
  ) {}

  static fromRoads(roads: readonly RoadLine[]): StreetIndex {
    const streets: string[] = []
    const points: [number, number][] = []
    for (const { name, places } of roads) {
      if (!name) continue
      for (const point of alongLine(places)) {
        points.push(point)
        streets.push(name)
      }
    }
    const index = new KDBush(points.length)
    const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity }
    for (const [longitude, latitude] of points) {
      index.add(longitude, latitude)
      box.west = Math.min(box.west, longitude - MARGIN_DEGREES)
      box.east = Math.max(box.east, longitude + MARGIN_DEGREES)
      box.south = Math.min(box.south, latitude - MARGIN_DEGREES)
      box.north = Math.max(box.north, latitude + MARGIN_DEGREES)
    }
    return new StreetIndex(index.finish(), streets, box)
  }

  nearest({ latitude, longitude }: Point): string | undefined {
    const { west, south, east, north } = this.box
    if (longitude < west || longitude > east || latitude < south || latitude > north) return undefined
    const [at] = around(this.index, longitude, latitude, 1, MAX_DISTANCE_KM)
    return at === undefined ? undefined : this.streets[at]
  }
}

function* alongLine(line: RoadLine['places']): Generator<[number, number]> {
  for (const [at, [longitude, latitude]] of line.entries()) {
    const [fromLongitude, fromLatitude] = line[at - 1] ?? [longitude, latitude]
    const length = Math.hypot(longitude - fromLongitude, latitude - fromLatitude)
    const steps = Math.max(1, Math.ceil(length / SPACING_DEGREES))
    for (let step = 1; step <= steps; step++) {
      const share = step / steps
      yield [fromLongitude + (longitude - fromLongitude) * share, fromLatitude + (latitude - fromLatitude) * share]
    }
  }
}
