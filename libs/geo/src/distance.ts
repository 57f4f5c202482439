import type { Position } from './position.js'
import { toRadians } from './units.js'

/**
 * Mean radius of the earth (IUGG) in metres. Distances on this sphere differ from those on the ellipsoid by at most 0.6 %.
 */
export const EARTH_RADIUS_M = 6_371_008.8

/** Returns the great-circle distance in metres (haversine). */
export function distanceM(from: Position, to: Position): number {
  const halfLatitude = toRadians(to.latitude - from.latitude) / 2
  const halfLongitude = toRadians(to.longitude - from.longitude) / 2
  const chord =
    Math.sin(halfLatitude) ** 2 +
    Math.cos(toRadians(from.latitude)) * Math.cos(toRadians(to.latitude)) * Math.sin(halfLongitude) ** 2
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(chord)))
}

/** Returns the length of a line through the positions, metres. */
export function lengthM(line: readonly Position[]): number {
  let total = 0
  for (let at = 1; at < line.length; at++) total += distanceM(line[at - 1]!, line[at]!)
  return total
}
