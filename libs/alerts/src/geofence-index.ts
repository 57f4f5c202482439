import type { Bounds, Position } from '@roadbook/geo'
import { type Geofence, holds } from './geofence.js'

/** Side of the smallest cells, degrees: about a kilometre. */
const SMALLEST = 0.01

/**
 * Finds the geofences whose bounds hold a position, however many there are elsewhere. Each lies in cells of a grid as wide as it
 * is itself, four at most, so that a position is looked up once for each size that there is.
 */
export class GeofenceIndex {
  readonly #levels: { side: number; cells: Map<number, Geofence[]> }[] = []

  constructor(geofences: Iterable<Geofence>) {
    for (const geofence of geofences) for (const bounds of halves(geofence.bounds)) this.#add(geofence, bounds)
  }

  /** Whose bounds hold the position: whether the fence itself does is another question. */
  at(position: Position): Geofence[] {
    const found: Geofence[] = []
    for (const { side, cells } of this.#levels) {
      const cell = cells.get(cellOf(position.latitude, position.longitude, side))
      if (cell) for (const geofence of cell) if (holds(geofence.bounds, position)) found.push(geofence)
    }
    return found
  }

  #add(geofence: Geofence, { south, north, west, east }: Bounds): void {
    const side = SMALLEST * 2 ** Math.max(0, Math.ceil(Math.log2(Math.max(north - south, east - west) / SMALLEST)))
    const corners = [cellOf(south, west, side), cellOf(south, east, side), cellOf(north, west, side), cellOf(north, east, side)]
    const { cells } = this.#levelOf(side)
    for (const key of new Set(corners)) {
      const cell = cells.get(key)
      if (cell) cell.push(geofence)
      else cells.set(key, [geofence])
    }
  }

  #levelOf(side: number) {
    const known = this.#levels.find((level) => level.side === side)
    if (known) return known
    const level = { side, cells: new Map<number, Geofence[]>() }
    this.#levels.push(level)
    return level
  }
}

/** More columns than the smallest cells need around the globe. */
const COLUMNS = 65_536
const cellOf = (latitude: number, longitude: number, side: number) =>
  Math.floor((latitude + 90) / side) * COLUMNS + Math.floor((longitude + 180) / side)

/** What crosses the 180th meridian lies on both sides of it. */
const halves = (bounds: Bounds): Bounds[] =>
  bounds.west > bounds.east
    ? [
        { ...bounds, east: 180 },
        { ...bounds, west: -180 },
      ]
    : [bounds]
