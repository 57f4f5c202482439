import { EARTH_RADIUS_M } from './distance.js'
import type { Position } from './position.js'
import { toRadians } from './units.js'

/**
 * Simplifies a line (Douglas–Peucker): removes positions that change the line by at most `toleranceM` metres. The first and
 * the last position are always kept. The calculation uses a local plane around each piece of the line, which is exact
 * enough for a day's drive.
 */
export function simplifyLine<P extends Position>(line: readonly P[], toleranceM: number): P[] {
  if (line.length < 3 || !(toleranceM > 0)) return [...line]
  const kept = new Uint8Array(line.length)
  kept[0] = kept[line.length - 1] = 1
  const pieces: [number, number][] = [[0, line.length - 1]]
  for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
    const [first, last] = piece
    const farthest = farthestBetween(line, first, last, toleranceM)
    if (farthest < 0) continue
    kept[farthest] = 1
    pieces.push([first, farthest], [farthest, last])
  }
  return line.filter((_, at) => kept[at])
}

/**
 * Returns the index of the position that is farthest from the straight line between `first` and `last`. −1 if all positions
 * are within the tolerance.
 */
function farthestBetween(line: readonly Position[], first: number, last: number, toleranceM: number): number {
  const origin = line[first]!
  const eastScale = toRadians(EARTH_RADIUS_M) * Math.cos(toRadians(origin.latitude))
  const northScale = toRadians(EARTH_RADIUS_M)
  const east = (position: Position) => shortWay(position.longitude - origin.longitude) * eastScale
  const north = (position: Position) => (position.latitude - origin.latitude) * northScale
  const endEast = east(line[last]!)
  const endNorth = north(line[last]!)
  const squaredLength = endEast ** 2 + endNorth ** 2
  let farthest = -1
  let limit = toleranceM ** 2
  for (let at = first + 1; at < last; at++) {
    const pointEast = east(line[at]!)
    const pointNorth = north(line[at]!)
    const along = squaredLength === 0 ? 0 : (pointEast * endEast + pointNorth * endNorth) / squaredLength
    const clamped = Math.max(0, Math.min(1, along))
    const squaredDistance = (pointEast - clamped * endEast) ** 2 + (pointNorth - clamped * endNorth) ** 2
    if (squaredDistance > limit) {
      limit = squaredDistance
      farthest = at
    }
  }
  return farthest
}

const shortWay = (degrees: number) => (degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees)
