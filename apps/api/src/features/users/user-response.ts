import type { UserDto } from './dto/user.dto.js'
import type { UserFields, UserRow } from './user.row.js'

/** What leaves the API, column by column: nothing that a row gains later leaves by itself. */
export const toUserResponse = (row: UserRow): UserDto => ({
  id: row.id,
  first_name: row.first_name,
  last_name: row.last_name,
  name: `${row.first_name} ${row.last_name}`,
  address: row.address,
  postcode: row.postcode,
  city: row.city,
  phone: row.phone,
  telephone: row.telephone,
  email: row.email,
  role: row.role,
  role_key: row.role_key,
  business_id: row.business_id,
  business_name: row.business_name,
  business_kind: row.business_kind,
  sub_vendor_name: row.sub_vendor_name,
  locale: row.locale,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  deleted_at: row.deleted_at?.toISOString() ?? null,
})

/** What the audit log tells of a user. */
export const toAudit = (row: UserFields & { role_key: string; business_id: number | null }): Record<string, unknown> => ({
  first_name: row.first_name,
  last_name: row.last_name,
  address: row.address,
  postcode: row.postcode,
  city: row.city,
  phone: row.phone,
  telephone: row.telephone,
  email: row.email,
  locale: row.locale,
  role: row.role_key,
  business_id: row.business_id,
})
