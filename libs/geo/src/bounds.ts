import type { Position } from './position.js'

/** A rectangle of degrees. It never crosses the 180th meridian: a set of positions on both sides spans the globe. */
export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** The smallest bounds around the positions, `undefined` when there are none. */
export function boundsOf(positions: Iterable<Position>): Bounds | undefined {
  let bounds: Bounds | undefined
  for (const { latitude, longitude } of positions) {
    if (!bounds) bounds = { south: latitude, west: longitude, north: latitude, east: longitude }
    if (latitude < bounds.south) bounds.south = latitude
    if (latitude > bounds.north) bounds.north = latitude
    if (longitude < bounds.west) bounds.west = longitude
    if (longitude > bounds.east) bounds.east = longitude
  }
  return bounds
}

/** Whether the position lies inside or on the edge. */
export function isInside(bounds: Bounds, { latitude, longitude }: Position): boolean {
  return latitude >= bounds.south && latitude <= bounds.north && longitude >= bounds.west && longitude <= bounds.east
}
