import { EARTH_RADIUS_M } from './distance.js'
import type { Position } from './position.js'
import { toDegrees, toRadians } from './units.js'

/** Normalises degrees to 0 … <360. */
export function normalizeDegrees(degrees: number): number {
  const rest = degrees % 360
  return rest < 0 ? rest + 360 : rest === 0 ? 0 : rest
}

/**
 * Returns the direction in which the great circle starts, in degrees clockwise from north, 0 … <360. For equal positions
 * the direction is 0.
 */
export function bearing(from: Position, to: Position): number {
  const fromLatitude = toRadians(from.latitude)
  const toLatitude = toRadians(to.latitude)
  const longitudes = toRadians(to.longitude - from.longitude)
  const east = Math.sin(longitudes) * Math.cos(toLatitude)
  const north =
    Math.cos(fromLatitude) * Math.sin(toLatitude) - Math.sin(fromLatitude) * Math.cos(toLatitude) * Math.cos(longitudes)
  return normalizeDegrees(toDegrees(Math.atan2(east, north)))
}

/** Rounds to a whole heading of 0 … 359, the form that trackers send. */
export function toHeading(degrees: number): number {
  return Math.round(normalizeDegrees(degrees)) % 360
}

/** Returns the angle between two directions, 0 … 180 degrees. */
export function turnDegrees(from: number, to: number): number {
  const turn = normalizeDegrees(to - from)
  return turn > 180 ? 360 - turn : turn
}

/** Returns the position after `distance` metres along a great circle that starts towards `direction`. */
export function destination(from: Position, direction: number, distance: number): Position {
  const angle = distance / EARTH_RADIUS_M
  const latitude = toRadians(from.latitude)
  const course = toRadians(direction)
  const arrival = Math.asin(Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(course))
  const east = Math.atan2(
    Math.sin(course) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * Math.sin(arrival),
  )
  return { latitude: toDegrees(arrival), longitude: normalizeDegrees(from.longitude + toDegrees(east) + 180) - 180 }
}
