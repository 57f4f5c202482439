import { beside, boundsOf, distanceM, type Position, simplifyLine } from '@roadbook/geo'

const TOLERANCE_M = 15
/** Lengths that a scale bar may have, metres. */
const BARS_M = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000]

interface Box {
  x: number
  y: number
  width: number
  height: number
}
/** Points of the page. */
interface Drawing {
  lines: [number, number][][]
  /** How long the scale bar is on the page, and on the ground. */
  bar: { width: number; metres: number }
}

/**
 * Trips as lines on a page, north up, as large as fits: a plane around their middle, which is exact enough for what a vehicle does in a
 * month. Undefined where there is nothing to draw.
 */
export function drawMap(trips: readonly (readonly Position[])[], box: Box): Drawing | undefined {
  const bounds = boundsOf(trips.flat())
  if (!bounds) return undefined
  const { south, west, north } = bounds
  const east = bounds.east < west ? bounds.east + 360 : bounds.east
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 }
  const wide = Math.max(distanceM({ ...middle, longitude: west }, { ...middle, longitude: east }), 100)
  const high = Math.max(distanceM({ ...middle, latitude: south }, { ...middle, latitude: north }), 100)
  const perMetre = Math.min(box.width / wide, box.height / high) * 0.94
  const perEast = east > west ? (wide / (east - west)) * perMetre : 0
  const perNorth = north > south ? (high / (north - south)) * perMetre : 0
  const place = ({ latitude, longitude }: Position): [number, number] => [
    box.x + box.width / 2 + (beside(middle.longitude, longitude) - middle.longitude) * perEast,
    box.y + box.height / 2 - (latitude - middle.latitude) * perNorth,
  ]
  const metres = BARS_M.findLast((bar) => bar * perMetre <= box.width / 4) ?? BARS_M[0]!
  return {
    lines: trips.flatMap((line) => (line.length > 1 ? [simplifyLine(line, TOLERANCE_M).map(place)] : [])),
    bar: { width: metres * perMetre, metres },
  }
}
