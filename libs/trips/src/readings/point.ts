import { FixValidity, type Fix } from '@roadbook/contracts'
import { isPosition } from '@roadbook/geo'

/** Where the vehicle was, and when: milliseconds since 1970 UTC. */
export interface Place {
  positionedAt: number
  latitude: number
  longitude: number
}

/** What segmentation keeps of a fix that can be used for trips; small, because up to a handful live in a device's state. */
export interface Point extends Place {
  speedKph?: number
  ignition?: boolean
  movement?: boolean
  odometerM?: number
}

/** Below this a receiver's position is a guess (decision G-43). Unknown is believed. */
export const MIN_SATELLITES = 4

/**
 * What a fix says about itself, before its neighbours are asked: the device's own verdict, its coordinates, its
 * satellites. An implied speed that was once found implausible is forgotten here, because late neighbours decide anew.
 */
export function judgeFix(fix: Fix): FixValidity {
  if (fix.validity !== FixValidity.valid && fix.validity !== FixValidity.implausibleSpeed) return fix.validity
  if (fix.latitude === undefined || fix.longitude === undefined) return FixValidity.noFix
  const { latitude, longitude } = fix
  if (!isPosition(latitude, longitude)) return FixValidity.invalidCoordinates
  if (fix.satellites !== undefined && fix.satellites < MIN_SATELLITES) return FixValidity.tooFewSatellites
  return FixValidity.valid
}

/** The point of a fix, `undefined` when the fix itself says that it is of no use. */
export function toPoint(fix: Fix): Point | undefined {
  if (judgeFix(fix) !== FixValidity.valid) return undefined
  const { positionedAt, latitude, longitude, speedKph, ignition, movement, odometerM } = fix
  const point: Point = { positionedAt, latitude: latitude!, longitude: longitude! }
  if (speedKph !== undefined) point.speedKph = speedKph
  if (ignition !== undefined) point.ignition = ignition
  if (movement !== undefined) point.movement = movement
  if (odometerM !== undefined) point.odometerM = odometerM
  return point
}

export const placeOf = ({ positionedAt, latitude, longitude }: Place): Place => ({ positionedAt, latitude, longitude })
