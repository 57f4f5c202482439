import L from 'leaflet'
import type { Place } from '../../lib/place.js'
import { boundsOf, cornersNear, type LatLngPair, toLatLngNear } from '../../map/coordinates.js'
import { prefersStillness } from '../../map/motion.js'
import { middleOfView } from '../../map/places/middle-of-view.js'

/** Pixels covered at each edge of the map. */
export interface MapInsets {
  top: number
  right: number
  bottom: number
  left: number
}

const FLIGHT_S = 0.6
/** Zoom level at which streets can be distinguished and the neighbourhood is still in view. */
const ENTITY_ZOOM = 15
/** Maximum zoom level for fitting one vehicle, or several in one spot. */
const NEAREST_FIT = 16
const FIT_SNAP = 0.05
/**
 * Maximum fraction above a whole zoom level. It is below 0.5, so that Leaflet enlarges the tiles of the level below. From 0.5
 * on, Leaflet would shrink the tiles of the level above, with their labels.
 */
const MOST_BETWEEN = 0.45

/** Moves the view so that no panel covers the vehicle or line that is to be shown. */
export class MapCamera {
  private insets: MapInsets = { top: 72, right: 56, bottom: 40, left: 40 }

  constructor(private readonly map: L.Map) {}

  setInsets(insets: MapInsets): void {
    this.insets = insets
  }

  /** Fits the view to places. Does nothing if there are none. */
  fit(places: readonly Place[], isInstant = false): void {
    const corners = boundsOf(places)
    if (!corners) return
    const { top, right, bottom, left } = this.insets
    const bounds = L.latLngBounds(cornersNear(corners, this.map.getCenter().lng))
    this.betweenZooms(() => {
      const nearest = this.map.getBoundsZoom(bounds, false, L.point(left + right, top + bottom))
      const options = {
        paddingTopLeft: L.point(left, top),
        paddingBottomRight: L.point(right, bottom),
        maxZoom: Math.min(NEAREST_FIT, Math.floor(nearest) + Math.min(nearest % 1, MOST_BETWEEN)),
      }
      if (isInstant || prefersStillness()) this.map.fitBounds(bounds, { ...options, animate: false })
      else this.map.flyToBounds(bounds, { ...options, duration: FLIGHT_S })
    })
  }

  /**
   * Allows a fractional zoom level for this move, so that the content fills the view. The user's next zoom step leads to a
   * whole level again.
   */
  private betweenZooms(go: () => void): void {
    const { options } = this.map
    const { zoomSnap } = options
    options.zoomSnap = FIT_SNAP
    go()
    options.zoomSnap = zoomSnap ?? 1
  }

  /** Brings a vehicle into the uncovered part, close enough to see its street. */
  show(place: Place, isInstant = false): void {
    const zoom = Math.max(this.map.getZoom(), ENTITY_ZOOM)
    const { top, right, bottom, left } = this.insets
    const shift = L.point((right - left) / 2, (bottom - top) / 2)
    const center = this.map.unproject(this.map.project(this.near(place), zoom).add(shift), zoom)
    if (isInstant || prefersStillness()) this.map.setView(center, zoom, { animate: false })
    else this.map.flyTo(center, zoom, { duration: FLIGHT_S })
  }

  /** Returns the place's coordinates on the copy of the world that is nearest to the centre of the view. */
  private near(place: Place): LatLngPair {
    return toLatLngNear(place, this.map.getCenter().lng)
  }

  middle(): Place {
    return middleOfView(this.map)
  }

  zoom(steps: number): void {
    this.map.setZoom(this.map.getZoom() + steps)
  }

  /** Moves the view only if the place is covered. */
  reveal(place: Place): void {
    const { x, y } = this.map.latLngToContainerPoint(this.near(place))
    const size = this.map.getSize()
    const { top, right, bottom, left } = this.insets
    const isFree = x > left && x < size.x - right && y > top && y < size.y - bottom
    if (!isFree)
      this.map.panBy([x - (left + size.x - right) / 2, y - (top + size.y - bottom) / 2], { animate: !prefersStillness() })
  }

  /**
   * Keeps a place within the middle of the uncovered part. The view moves without animation, because the place may change
   * with every frame.
   */
  follow(place: Place): void {
    const { x, y } = this.map.latLngToContainerPoint(this.near(place))
    const { top, right, bottom, left } = this.insets
    const size = this.map.getSize()
    const by: [number, number] = [beyond(x, left, size.x - right), beyond(y, top, size.y - bottom)]
    if (by[0] !== 0 || by[1] !== 0) this.map.panBy(by, { animate: false })
  }

  /** Calls the listener when the user drags the map. Returns the unsubscribe function. */
  onDrag(listener: () => void): () => void {
    this.map.on('dragstart', listener)
    return () => this.map.off('dragstart', listener)
  }
}

/** Returns the distance of a value from the middle half of a range. */
function beyond(value: number, from: number, till: number): number {
  const quarter = (till - from) / 4
  return Math.round(Math.min(0, value - from - quarter) + Math.max(0, value - till + quarter))
}
