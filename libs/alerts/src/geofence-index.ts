import type { Bounds, Position } from '@roadbook/geo'
import Flatbush from 'flatbush'
import type { Geofence } from './geofence.js'
import { keepOff } from './narrow.js'

/**
 * Finds the geofences around a place. A packed R-tree of the geofences' bounds keeps the search fast, even with many
 * geofences or with long and narrow ones.
 */
export class GeofenceIndex {
  readonly #tree: Flatbush | undefined
  /**
   * The geofence of each rectangle in the tree. A geofence that crosses the 180th meridian has two rectangles, so it is in
   * this list twice.
   */
  readonly #fences: Geofence[] = []

  constructor(geofences: Iterable<Geofence>) {
    const boxes = [...geofences].flatMap((geofence) => halves(geofence.bounds).map((bounds) => ({ geofence, bounds })))
    if (boxes.length === 0) return
    this.#tree = new Flatbush(boxes.length)
    for (const { geofence, bounds } of boxes) {
      this.#tree.add(bounds.west, bounds.south, bounds.east, bounds.north)
      this.#fences.push(geofence)
    }
    this.#tree.finish()
  }

  /** Returns the geofences whose bounds contain a place. */
  holding({ latitude, longitude }: Position): Geofence[] {
    return (this.#tree?.search(longitude, latitude, longitude, latitude) ?? []).map((nth) => this.#fences[nth]!)
  }

  /**
   * Shrinks a rectangle around a place until it touches no bounds of geofences except those that contain the place. Only
   * the geofences' bounds are compared, because checking every geofence's edges would take too long.
   * @returns false if bounds are so close to the place that the rectangle cannot avoid them
   */
  keepOff(box: Bounds, place: Position): boolean {
    const { latitude, longitude } = place
    let isClear = true
    this.#tree?.search(box.west, box.south, box.east, box.north, (_nth, west, south, east, north) => {
      const holdsIt = latitude >= south && latitude <= north && longitude >= west && longitude <= east
      if (!holdsIt && !keepOff(box, place, south, north, west, east)) isClear = false
      return false
    })
    return isClear
  }
}

/** Splits bounds that cross the 180th meridian into two rectangles. */
const halves = (bounds: Bounds): Bounds[] =>
  bounds.west > bounds.east
    ? [
        { ...bounds, east: 180 },
        { ...bounds, west: -180 },
      ]
    : [bounds]
