import type { Position } from './position.js'

/** A rectangle in degrees. If it crosses the 180th meridian, `west` is greater than `east`, as in a `bbox` of RFC 7946. */
export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** Returns the smallest bounds around the positions, anywhere on the globe. `undefined` if there are no positions. */
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
 * Returns the narrowest span that contains all longitudes, which is the circle without its widest gap.
 * @returns an `east` beyond 180 if the span crosses the 180th meridian; 0 to 0 if there are no longitudes
 */
export function spanOf(longitudes: Iterable<number>): { west: number; east: number } {
  const all = [...longitudes].map(onGlobe)
  if (all.length === 0) return { west: 0, east: 0 }
  let [west, east] = [Infinity, -Infinity]
  for (const longitude of all) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  // At least 180 degrees are left outside the span, so this is the widest gap.
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

/** Returns a longitude plus or minus whole turns, so that the result is within half a turn of another longitude. */
export const beside = (about: number, longitude: number): number => longitude + 360 * Math.round((about - longitude) / 360)

/** Returns true if the position is inside the bounds or on their edge. */
export function isInside({ south, west, north, east }: Bounds, { latitude, longitude }: Position): boolean {
  if (latitude < south || latitude > north) return false
  return west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
}
