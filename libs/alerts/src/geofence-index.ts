import type { Bounds, Position } from '@roadbook/geo'
import Flatbush from 'flatbush'
import type { Geofence } from './geofence.js'
import { keepOff } from './narrow.js'

/**
 * Finds the geofences of some area, however many there are elsewhere and however long and narrow they are: a packed
 * R-tree of their rectangles.
 */
export class GeofenceIndex {
  readonly #tree: Flatbush | undefined
  /** By their rectangles: what crosses the 180th meridian has two. */
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

  /** Whose bounds hold a place. */
  holding({ latitude, longitude }: Position): Geofence[] {
    return (this.#tree?.search(longitude, latitude, longitude, latitude) ?? []).map((nth) => this.#fences[nth]!)
  }

  /**
   * Makes a rectangle around a place smaller, until it touches the bounds of none but those that hold the place. What lies beside it is
   * passed over without a look at the fence itself, which is dear among many.
   * @returns false where one is too close for a rectangle between
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

/** What crosses the 180th meridian lies on both sides of it. */
const halves = (bounds: Bounds): Bounds[] =>
  bounds.west > bounds.east
    ? [
        { ...bounds, east: 180 },
        { ...bounds, west: -180 },
      ]
    : [bounds]
