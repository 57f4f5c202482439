import { inTab } from '../../storage/browser-storage.js'
import type { LatLngPair } from '../coordinates.js'

type Corners = [LatLngPair, LatLngPair]

const kept = inTab('roadbook.map.area')
/**
 * Number of grid lines per degree to which the area is rounded. Tenths of a degree are precise enough for the first view of a
 * map, and reveal no single place.
 */
const GRID = 10

/** Stores the fleet's area, so that the next map opens with this area instead of a whole continent. */
export function keepArea([[south, west], [north, east]]: readonly [LatLngPair, LatLngPair]): void {
  const corners = [Math.floor(south * GRID), Math.floor(west * GRID), Math.ceil(north * GRID), Math.ceil(east * GRID)]
  kept.writeJson(corners.map((tenths) => tenths / GRID))
}

/** Returns the corners of the fleet's area as last shown in this tab. Undefined if there are none. */
export function lastArea(): Corners | undefined {
  const read = kept.readJson()
  if (!Array.isArray(read) || read.length !== 4 || !read.every((one) => Number.isFinite(one))) return undefined
  const [south, west, north, east] = read as [number, number, number, number]
  return [
    [south, west],
    [north, east],
  ]
}
