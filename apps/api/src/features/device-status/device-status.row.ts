import type { ClockRow } from '../device-clock/index.js'

/** Tracker in scope, its entity, and the last state that the consumer process stored. */
export interface DeviceStatusRow extends ClockRow {
  id: number
  imei: string
  model: string | null
  business_name: string
  entity_id: number | null
  entity_name: string | null
  /** True when the location of the device's entity is hidden. */
  is_hidden: boolean
  last_received_at: Date | null
}

export interface FixRow {
  positioned_at: Date
  received_at: Date
  latitude: number | null
  longitude: number | null
  speed_kph: number | null
  heading: number | null
  satellites: number | null
  hdop: number | null
  external_battery_mv: number | null
  gsm_signal: number | null
  /** Validity of the fix; 0 is valid. */
  validity: number
}
