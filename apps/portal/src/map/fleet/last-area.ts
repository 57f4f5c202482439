import { inTab } from '../../storage/browser-storage.js'
import type { LatLngPair } from '../coordinates.js'

type Corners = [LatLngPair, LatLngPair]

const kept = inTab('roadbook.map.area')
/** Tenths of a degree: enough to begin with, and nothing about a single place. */
const GRID = 10

/** Keeps where the fleet is, so that the next map begins there and not with a continent. */
export function keepArea([[south, west], [north, east]]: readonly [LatLngPair, LatLngPair]): void {
  const corners = [Math.floor(south * GRID), Math.floor(west * GRID), Math.ceil(north * GRID), Math.ceil(east * GRID)]
  kept.writeJson(corners.map((tenths) => tenths / GRID))
}

/** Corners of where the fleet was when a map of this tab showed it last; undefined where none did. */
export function lastArea(): Corners | undefined {
  const read = kept.readJson()
  if (!Array.isArray(read) || read.length !== 4 || !read.every((one) => Number.isFinite(one))) return undefined
  const [south, west, north, east] = read as [number, number, number, number]
  return [
    [south, west],
    [north, east],
  ]
}
