/** A user with the business that they belong to. */
export interface UserRow {
  id: number
  issuer: string | null
  subject: string | null
  account_managed: boolean
  first_name: string
  last_name: string
  address: string | null
  postcode: string | null
  city: string | null
  phone: string | null
  telephone: string | null
  email: string
  locale: string
  role: string
  role_key: string
  business_id: number | null
  business_name: string | null
  business_kind: string | null
  sub_vendor_name: string | null
  last_seen_at: Date | null
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface RoleRow {
  id: number
  key: string
  name: string
  permissions: string[]
}

/** The columns that people fill in. */
export interface UserFields {
  first_name: string
  last_name: string
  address: string | null
  postcode: string | null
  city: string | null
  phone: string | null
  telephone: string | null
  email: string
  locale: string
}
