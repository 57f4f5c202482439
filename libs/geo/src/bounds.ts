import type { Position } from './position.js'

/** A rectangle of degrees. Where it crosses the 180th meridian `west` is greater than `east`, as in a `bbox` of RFC 7946. */
export interface Bounds {
  south: number
  west: number
  north: number
  east: number
}

/** The smallest bounds around the positions, on whichever side of the globe they are; `undefined` when there are none. */
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
 * The narrowest span of longitudes that holds all of some: what is left of the circle without its widest gap.
 * @returns `east` beyond 180 where it crosses the 180th meridian; 0 to 0 for none
 */
export function spanOf(longitudes: Iterable<number>): { west: number; east: number } {
  const all = [...longitudes].map(onGlobe)
  if (all.length === 0) return { west: 0, east: 0 }
  let [west, east] = [Infinity, -Infinity]
  for (const longitude of all) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
  }
  // No gap is wider than the one that is left then.
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

/** A longitude beyond ±180 as the one within. */
const onGlobe = (longitude: number) => (Math.abs(longitude) <= 180 ? longitude : longitude - 360 * Math.round(longitude / 360))

/** The same longitude some times around the globe, at most half of it from another. */
export const beside = (about: number, longitude: number): number => longitude + 360 * Math.round((about - longitude) / 360)

/** Whether the position lies inside or on the edge. */
export function isInside({ south, west, north, east }: Bounds, { latitude, longitude }: Position): boolean {
  if (latitude < south || latitude > north) return false
  return west > east ? longitude >= west || longitude <= east : longitude >= west && longitude <= east
}
