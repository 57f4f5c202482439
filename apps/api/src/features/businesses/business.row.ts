import type { BusinessKind } from '@roadbook/contracts'
import type { RowOf } from '../../http/api-row.js'
import type { BusinessDeviceDto, BusinessEntityDto, BusinessUserDto } from './dto/business-contents.dto.js'

/**
 * Businesses in scope, one array per column. `entities` and `devices` are counts by business id; a count of zero is left out.
 */
export interface BusinessTreeColumns {
  ids: number[]
  parent_ids: (number | null)[]
  kinds: BusinessKind[]
  names: string[]
  entities: Partial<Record<string, number>>
  devices: Partial<Record<string, number>>
}

/** Fields of a business that users can change. */
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

/** Contract of a business. Only super admins can change it. */
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
  /** True when the business or a parent has a recovery contract. */
  recovery_enabled: boolean
  created_at: Date
  updated_at: Date
}

/** Number of objects that belong directly to a business, including deleted ones. */
export interface BusinessContentsRow {
  businesses: number
  users: number
  entities: number
  devices: number
  customers: number
}

export type BusinessUserRow = RowOf<BusinessUserDto>
export type BusinessEntityRow = RowOf<BusinessEntityDto>
export type BusinessDeviceRow = RowOf<BusinessDeviceDto>
