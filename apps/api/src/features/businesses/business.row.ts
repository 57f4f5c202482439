import type { BusinessKind } from '@roadbook/contracts'

/** The businesses of a scope, a column each; counts by id where there are any. */
export interface BusinessTreeColumns {
  ids: number[]
  parent_ids: (number | null)[]
  kinds: BusinessKind[]
  names: string[]
  entities: Partial<Record<string, number>>
  devices: Partial<Record<string, number>>
}

/** What people may write down about a business. */
export interface BusinessProperties {
  name: string
  address: string | null
  postcode: string | null
  city: string | null
  country: string | null
  email: string | null
  phone: string | null
  show_statistics: boolean
  name_upper: boolean
}

/** What a business has a contract for; a super admin's to write. */
export interface BusinessContract {
  has_customers: boolean
  can_install_devices: boolean
  recovery_contract: boolean
  is_oem: boolean
}

export interface BusinessRow extends BusinessProperties, BusinessContract {
  id: number
  parent_id: number | null
  /** Null also when the parent is out of scope. */
  parent_name: string | null
  kind: BusinessKind
  /** A recovery contract of its own, or of a business above it. */
  recovery_enabled: boolean
  created_at: Date
  updated_at: Date
}

/** How much hangs on a business itself, deleted things included. */
export interface BusinessContentsRow {
  businesses: number
  users: number
  entities: number
  devices: number
  customers: number
}

export interface DeviceStatisticsRow {
  total: number
  installed: number
  online: number
  seen_in_last_day: number
  silent: number
  never_seen: number
}

export interface BusinessUserRow {
  id: number
  name: string
  email: string
  role: string
  business_id: number
  business_name: string
  last_seen_at: Date | null
  created_at: Date
}

export interface BusinessEntityRow {
  id: number
  name: string
  short_name: string | null
  frame_number: string | null
  license_plate: string | null
  vehicle_type: string
  imei: string | null
  business_id: number
  business_name: string
  created_at: Date
}

export interface BusinessDeviceRow {
  id: number
  imei: string
  title: string | null
  model: string | null
  firmware_version: string | null
  entity_id: number | null
  entity_name: string | null
  last_received_at: Date | null
  business_id: number
  business_name: string
  created_at: Date
}
