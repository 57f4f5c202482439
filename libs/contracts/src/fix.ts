/**
 * Reason why a fix may not be used for a position, a trip or a marker. 0 is a usable fix; every other value keeps the reading
 * with its reason. The numbers are stored (`waypoints.validity`), so they never change.
 */
export const FixValidity = {
  valid: 0,
  /** The receiver reports that it had no position (satellites 0, a validity bit, a `V` flag, accuracy 0). */
  noFix: 1,
  /** (0, 0), or outside ±90 / ±180. */
  invalidCoordinates: 2,
  tooFewSatellites: 3,
  /** The speed implied by its valid neighbours is more than this type of vehicle can reach. */
  implausibleSpeed: 4,
  /** The device did not know the time. The time of reception is used instead. */
  unknownTime: 5,
  /** Dated too far before or after the time of reception to be stored in time order. */
  implausibleTime: 6,
  /** From a sender that is not trusted to be the tracker. Stored, but not used. */
  quarantined: 7,
} as const
export type FixValidity = (typeof FixValidity)[keyof typeof FixValidity]

/** A value sent by a tracker that has no column of its own. Integers beyond 2^53 are `bigint`. */
export type AttributeValue = number | bigint | string | boolean

/**
 * One decoded GNSS reading with its telemetry. Unknown is `undefined`, never 0. Decoders set only verdicts reported by the device
 * itself (`valid`, `noFix`, `invalidCoordinates`, `unknownTime`).
 */
export interface Fix {
  /** The fix's own time, milliseconds since 1970 UTC. */
  positionedAt: number
  validity: FixValidity
  /** Degrees WGS 84, −90…90. Present also on an invalid fix when the device repeats its last position. */
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
  /** The tracker's total odometer. */
  odometerM?: number
  /** Vehicle (traction or starter) battery as measured by the tracker. */
  externalBatteryMv?: number
  /** The tracker's own battery. */
  batteryMv?: number
  batteryPercent?: number
  /** 0 (none) … 5 (full). */
  gsmSignal?: number
  /** Reason why the device recorded this fix, when it reports one (Teltonika: the event IO id). 0 or absent: periodic. */
  event?: number
  /** All other values, by name where the id is known (`sleepMode`), else by id (`io123`). */
  attributes?: Record<string, AttributeValue>
}
