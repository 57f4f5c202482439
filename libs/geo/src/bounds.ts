import type { Position } from './position.js'

/** A rectangle of degrees. Where it crosses the 180th meridian `west` is greater than `east`, as in a `bbox` of RFC 7946. */
export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** Returns the smallest bounds around the positions, anywhere on the globe, or `undefined` when there are none. */
export function boundsOf(positions: Iterable<Position>): Bounds | undefined {
  const longitudes: number[] = []
  let [south, north] = [Infinity, -Infinity]
  for (const { latitude, longitude } of positions) {
    longitudes.push(longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  if (longitudes.length === 0) return undefined
  const { west, east } = spanOf(longitudes)
  return { south, west, north, east: east > 180 ? east - 360 : east }
}

/**
 * Returns the narrowest span that contains all longitudes: the circle without its widest gap.
 * @returns `east` beyond 180 where it crosses the 180th meridian; 0 to 0 for no longitudes
 */
export function spanOf(longitudes: Iterable<number>): { west: number; east: number } {
  const all = [...longitudes].map(onGlobe)
  if (all.length === 0) return { west: 0, east: 0 }
  let [west, east] = [Infinity, -Infinity]
  for (const longitude of all) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  // The remaining gap is at least 180 degrees, so none is wider.
  if (east - west <= 180) return { west, east }
  const sorted = Float64Array.from(all).sort()
  let widest = west + 360 - east
  for (let nth = 1; nth < sorted.length; nth++) {
    const gap = sorted[nth]! - sorted[nth - 1]!
    if (gap <= widest) continue
    widest = gap
    west = sorted[nth]!
    east = sorted[nth - 1]! + 360
  }
  return { west, east }
}

/** Converts a longitude beyond ±180 to the range within. */
const onGlobe = (longitude: number) => (Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360))

/** Returns a longitude shifted by whole turns to within half a turn of another. */
export const beside = (about: number, longitude: number): number => longitude + 360 * Math.round((about - longitude) / 360)

/** Returns true when the position lies inside or on the edge. */
export function isInside({ south, west, north, east }: Bounds, { latitude, longitude }: Position): boolean {
  if (latitude < south || latitude > north) return false
  return west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
}
