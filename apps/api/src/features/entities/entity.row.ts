import type { Lifecycle } from '@roadbook/contracts'
import type { EntityPlanTriggerDto } from './dto/entity-plan.dto.js'
import type { EntitySubscriptionDto } from './dto/entity.dto.js'

/** Where an entity was last seen; all of it null when that is hidden or unknown. */
export interface LastPositionRow {
  location_hidden: boolean
  latitude: number | null
  longitude: number | null
  speed_kph: number | null
  heading: number | null
  moving: boolean
  positioned_at: Date | null
  last_received_at: Date | null
  /** Also there when the location is hidden, to the day then: what silence is judged by. */
  judged_at: Date | null
  lifecycle: Lifecycle
}

/** What people write down about a vehicle. */
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
  /** A consumer's vehicle: showing where it is, is written down. */
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
  /** The one that covers it today; times are text, as the database writes them into JSON. */
  subscription: EntitySubscriptionDto | null
  firmware_version: string | null
  /** Whether what was heard last came from the tracker that is on it now. */
  is_of_tracker: boolean | null
  /** Of the tracker's own battery. */
  battery_percent: number | null
  /** What the marker shows: moving, idle, offline, missing. */
  state: string
}

/** A maintenance plan that holds for an entity. */
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
