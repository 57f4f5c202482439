import { FixValidity, type Fix } from '@roadbook/contracts'
import { isPosition } from '@roadbook/geo'

/** A position at a time: milliseconds since 1970 UTC. */
export interface Place {
  positionedAt: number
  latitude: number
  longitude: number
}

/**
 * The part of a usable fix that segmentation keeps. It is small, because a device's state contains several points.
 */
export interface Point extends Place {
  speedKph?: number
  ignition?: boolean
  movement?: boolean
  odometerM?: number
}

/**
 * A fix with fewer satellites than this is not used for trips (decision G-43), because the receiver's position is then a
 * guess. A fix with an unknown number of satellites is accepted.
 */
export const MIN_SATELLITES = 4

/**
 * Returns the validity of a fix without a comparison with other fixes. The result depends on the device's own report, the
 * coordinates and the satellites. If an implausible speed is stored as the validity, it is ignored, because fixes that
 * arrived later may have shown that the speed is plausible.
 */
export function judgeFix(fix: Fix): FixValidity {
  if (fix.validity !== FixValidity.valid && fix.validity !== FixValidity.implausibleSpeed) return fix.validity
  if (fix.latitude === undefined || fix.longitude === undefined) return FixValidity.noFix
  const { latitude, longitude } = fix
  if (!isPosition(latitude, longitude)) return FixValidity.invalidCoordinates
  if (fix.satellites !== undefined && fix.satellites < MIN_SATELLITES) return FixValidity.tooFewSatellites
  return FixValidity.valid
}

/** Returns the point of a fix, or `undefined` when the fix is unusable by itself. */
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
