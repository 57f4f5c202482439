import type { LastPositionRow } from '../entities/index.js'

export interface MarkerRow extends LastPositionRow {
  id: number
  /** True when the vehicle belongs to a consumer. Every view of its location is then recorded. */
  is_consumers: boolean
  imei: string | null
  name: string
  short_name: string | null
  sub_vendor_name: string | null
  business_name: string
  vehicle_type: string
  brand: string | null
  model: string | null
}
