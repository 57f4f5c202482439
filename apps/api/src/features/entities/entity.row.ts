import type { Lifecycle } from '@roadbook/contracts'
import type { EntityPlanTriggerDto } from './dto/entity-plan.dto.js'
import type { EntitySubscriptionDto } from './dto/entity.dto.js'

/** Last known position of an entity. All fields are null when it is hidden or unknown. */
export interface LastPositionRow {
  location_hidden: boolean
  latitude: number | null
  longitude: number | null
  speed_kph: number | null
  heading: number | null
  moving: boolean
  positioned_at: Date | null
  last_received_at: Date | null
  /**
   * Time of the last data, to decide whether the vehicle is silent. While the location is hidden, the time is only exact to
   * the day.
   */
  judged_at: Date | null
  lifecycle: Lifecycle
}

/** Fields of a vehicle that users can change. */
export interface EntityValues {
  name: string
  short_name: string | null
  frame_number: string | null
  license_plate: string | null
  vehicle_type: string
  brand: string | null
  model: string | null
  color: string | null
  engine_brand: string | null
  engine_model: string | null
  power_unit: string | null
}

export interface EntityRow extends LastPositionRow, EntityValues {
  id: number
  /** True when the vehicle belongs to a consumer. Every view of its location is then recorded. */
  is_consumers: boolean
  odometer_m: number | null
  imei: string | null
  device_id: number | null
  device_model: string | null
  consumer_name: string | null
  business_id: number
  business_name: string
  sub_vendor_name: string | null
  created_at: Date
  updated_at: Date
  created_by: string | null
  external_battery_mv: number | null
  gsm_signal: number | null
  satellites: number | null
  /** Subscription that covers the vehicle now. Times are text, as in the database's JSON. */
  subscription: EntitySubscriptionDto | null
  firmware_version: string | null
  /** True when the last state came from the tracker that is installed now. */
  is_of_tracker: boolean | null
  /** Charge of the tracker's own battery. */
  battery_percent: number | null
  /** State of the marker: moving, idle, offline, missing. */
  state: string
}

/** Maintenance plan that applies to an entity. */
export interface EntityPlanRow {
  id: number
  title: string
  active: boolean
  since: Date
  triggers: EntityPlanTriggerDto[]
}

export interface TagRow {
  id: number
  name: string
  type: string
  entity_id: number
}
