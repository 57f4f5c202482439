import type { BusinessKind } from '@roadbook/contracts'

export interface AccountRow {
  first_name: string
  last_name: string
  address: string | null
  postcode: string | null
  city: string | null
  phone: string | null
  email: string
  locale: string
  time_zone: string | null
}

export interface ProfileRow extends AccountRow {
  id: number
  last_seen_at: Date | null
}

export interface BusinessRow {
  id: number
  name: string
  kind: BusinessKind
  show_statistics: boolean
  has_customers: boolean
  is_oem: boolean
}
