/** A device's newest position, published by the consumer and read by every API instance. */
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
  /** The last *valid* position. Absent when there never was one. */
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
