import { beside, roundCoordinate } from '@roadbook/geo'
import type { Point } from './line-file.js'

/**
 * Returns the interpolated point and time at the 180th meridian. The point's longitude has the sign of the side that the line
 * comes from.
 */
function onMeridian(from: Point, till: Point, longitude: number): Point {
  const share = (longitude - from.longitude) / (beside(from.longitude, till.longitude) - from.longitude)
  const between = (one: number, other: number) => one + share * (other - one)
  return {
    longitude,
    latitude: roundCoordinate(between(from.latitude, till.latitude)),
    altitudeM: null,
    speedKph: null,
    heading: null,
    time: new Date(Math.round(between(Date.parse(from.time), Date.parse(till.time)))).toISOString(),
  }
}

/**
 * Splits a line at the 180th meridian. Map programs would draw the line around the whole world instead.
 * @source RFC 7946, 3.1.9
 */
export function cutAtMeridian(points: readonly Point[]): Point[][] {
  let part: Point[] = []
  const parts = [part]
  for (const [nth, point] of points.entries()) {
    const before = points[nth - 1]
    if (before && Math.abs(point.longitude - before.longitude) > 180) {
      const edge = onMeridian(before, point, before.longitude < 0 ? -180 : 180)
      part.push(edge)
      parts.push((part = [{ ...edge, longitude: -edge.longitude }]))
    }
    part.push(point)
  }
  return parts
}
