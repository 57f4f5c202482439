import type { PersonDto } from '../../http/person.dto.js'
import type { CreateUserDto } from './dto/create-user.dto.js'
import type { UpdateUserDto } from './dto/update-user.dto.js'

export interface RoleRow {
  id: number
  key: string
  name: string
  permissions: string[]
}

/** Columns that users fill in. */
export type UserFields = PersonDto & { telephone: string | null }

/** Returns the values of these columns from a body. A column that is absent from the body keeps its value in `before`. */
export function fieldsOf(body: CreateUserDto | UpdateUserDto, before?: UserFields): UserFields {
  const kept = <T>(given: T | undefined, old: T | undefined, standard: T): T => (given === undefined ? (old ?? standard) : given)
  return {
    first_name: body.first_name,
    last_name: body.last_name,
    email: body.email,
    address: kept(body.address, before?.address, null),
    postcode: kept(body.postcode, before?.postcode, null),
    city: kept(body.city, before?.city, null),
    phone: kept(body.phone, before?.phone, null),
    telephone: kept(body.telephone, before?.telephone, null),
    locale: body.locale ?? before?.locale ?? 'en',
  }
}

/** Returns the fields of a user that the audit log records. */
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
