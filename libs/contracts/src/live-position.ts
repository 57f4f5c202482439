/** A device's newest position, as the consumer publishes it and every api instance reads it. */
export interface LivePosition {
  deviceId: number
  imei: string
  /** Absent while the device is not installed on an entity. */
  entityId?: number
  businessId?: number
  /** The newest fix's own time, milliseconds since 1970 UTC. */
  positionedAt: number
  /** When the newest packet reached the gateway. */
  receivedAt: number
  /** The last *valid* position; absent when there never was one. */
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
