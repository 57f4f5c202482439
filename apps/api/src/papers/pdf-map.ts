import { beside, boundsOf, distanceM, type Position, simplifyLine } from '@roadbook/geo'

const TOLERANCE_M = 15
/**
 * Length in degrees. If all places have the same longitude or the same latitude, the scale in that direction is computed
 * from this length.
 */
const STEP = 0.01
/** Possible lengths of the scale bar in metres. */
const BARS_M = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]

interface Box {
  x: number
  y: number
  width: number
  height: number
}
/** Result of drawing a map. Lengths on the page are in points. */
interface Drawing {
  lines: [number, number][][]
  /** Length of the scale bar on the page (points) and on the ground (metres). */
  bar: { width: number; metres: number }
  /** Converts a position to a place on the page. */
  place: (position: Position) => [number, number]
  /** The area that the box shows. */
  view: { south: number; north: number; west: number; east: number }
}

/**
 * Draws trips as lines on a page, with north at the top and as large as possible. Projects them to a plane around their
 * middle, which is accurate enough for a month of driving. Returns undefined when there is nothing to draw.
 * @param leastM minimum side of the map in metres
 */
export function drawMap(trips: readonly (readonly Position[])[], box: Box, leastM = 100): Drawing | undefined {
  const bounds = boundsOf(trips.flat())
  if (!bounds) return undefined
  const { south, west, north } = bounds
  const east = bounds.east < west ? bounds.east + 360 : bounds.east
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  const across = distanceM({ ...middle, longitude: west }, { ...middle, longitude: east })
  const up = distanceM({ ...middle, latitude: south }, { ...middle, latitude: north })
  const [wide, high] = [Math.max(across, leastM), Math.max(up, leastM)]
  const perMetre = Math.min(box.width / wide, box.height / high) * 0.94
  const aStep = {
    east: { ...middle, longitude: middle.longitude + STEP },
    north: { ...middle, latitude: middle.latitude + STEP },
  }
  const perEast = perMetre * (east > west ? across / (east - west) : distanceM(middle, aStep.east) / STEP)
  const perNorth = perMetre * (north > south ? up / (north - south) : distanceM(middle, aStep.north) / STEP)
  const [halfEast, halfNorth] = [box.width / 2 / perEast, box.height / 2 / perNorth]
  const place = ({ latitude, longitude }: Position): [number, number] => [
    box.x + box.width / 2 + (beside(middle.longitude, longitude) - middle.longitude) * perEast,
    box.y + box.height / 2 - (latitude - middle.latitude) * perNorth,
  ]
  const metres = BARS_M.findLast((bar) => bar * perMetre <= box.width / 4) ?? BARS_M[0]!
  return {
    lines: trips.flatMap((line) => (line.length > 1 ? [simplifyLine(line, TOLERANCE_M).map(place)] : [])),
    bar: { width: metres * perMetre, metres },
    place,
    view: {
      south: middle.latitude - halfNorth,
      north: middle.latitude + halfNorth,
      west: middle.longitude - halfEast,
      east: middle.longitude + halfEast,
    },
  }
}
