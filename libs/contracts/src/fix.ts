/**
 * Reason why a fix must not be used for a position, a trip or a marker. 0 means a usable fix. A fix with another value is
 * stored together with this reason. The numbers are stored (`waypoints.validity`), so they never change.
 */
export const FixValidity = {
  valid: 0,
  /** The receiver itself reports no position: by 0 satellites, a validity bit, a `V` flag or an accuracy of 0. */
  noFix: 1,
  /** (0, 0), or outside ±90 / ±180. */
  invalidCoordinates: 2,
  tooFewSatellites: 3,
  /** The speed between this fix and its valid neighbours is higher than this type of vehicle can reach. */
  implausibleSpeed: 4,
  /** The device did not know the time. The time of reception is used instead. */
  unknownTime: 5,
  /** The fix is dated too far before or after its reception, so it cannot be stored in the order of time. */
  implausibleTime: 6,
  /** The sender is not trusted to be the tracker. The fix is stored but not used. */
  quarantined: 7,
} as const
export type FixValidity = (typeof FixValidity)[keyof typeof FixValidity]

/** A value that a tracker sent and that has no column of its own. Integers beyond 2^53 are `bigint`. */
export type AttributeValue = number | bigint | string | boolean

/**
 * One decoded GNSS reading with its telemetry. Unknown values are `undefined`, never 0. Decoders set only a validity that the
 * device itself reports (`valid`, `noFix`, `invalidCoordinates`, `unknownTime`).
 */
export interface Fix {
  /** The fix's own time, milliseconds since 1970 UTC. */
  positionedAt: number
  validity: FixValidity
  /** Degrees WGS 84, −90…90. An invalid fix may have a latitude too, because some devices repeat their last position. */
  latitude?: number
  /** Degrees WGS 84, −180…180. */
  longitude?: number
  altitudeM?: number
  speedKph?: number
  /** Degrees clockwise from true north, 0…359. */
  heading?: number
  satellites?: number
  hdop?: number
  ignition?: boolean
  /** The tracker's movement sensor. */
  movement?: boolean
  /** The total of the tracker's odometer. */
  odometerM?: number
  /** Voltage of the vehicle's (traction or starter) battery, as the tracker measures it. */
  externalBatteryMv?: number
  /** Voltage of the tracker's own battery. */
  batteryMv?: number
  batteryPercent?: number
  /** From 0 (none) to 5 (full). */
  gsmSignal?: number
  /**
   * Reason why the device recorded this fix, if the device reports one (Teltonika: the event IO id). 0 or absent: a periodic
   * fix.
   */
  event?: number
  /** All other values, by name if the id is known (`sleepMode`), else by id (`io123`). */
  attributes?: Record<string, AttributeValue>
}
