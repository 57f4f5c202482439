import type { LastPositionRow } from '../entities/index.js'

export interface MarkerRow extends LastPositionRow {
  id: number
  /** A consumer's vehicle: showing where it is, is written down. */
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
