/** A device's newest position. The consumer process publishes it and every API instance reads it. */
export interface LivePosition {
  deviceId: number
  imei: string
  /** Absent while the device is not installed on an entity. */
  entityId?: number
  businessId?: number
  /** Time of the newest fix itself, milliseconds since 1970 UTC. */
  positionedAt: number
  /** Time when the newest packet reached the gateway. */
  receivedAt: number
  /** The last *valid* position. Absent if there never was one. */
  latitude?: number
  longitude?: number
  speedKph?: number
  heading?: number
  moving: boolean
  ignition?: boolean
  odometerM?: number
  externalBatteryMv?: number
  satellites?: number
  gsmSignal?: number
  openTripId?: number
}
