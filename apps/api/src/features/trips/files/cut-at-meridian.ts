import { beside, roundCoordinate } from '@roadbook/geo'
import type { Point } from './line-file.js'

/** Where and when it was on the 180th meridian, as seen from the side that it came from. */
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

/** A line in parts none of which crosses the 180th meridian: map programs draw one that does across the world. @source RFC 7946, 3.1.9 */
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
