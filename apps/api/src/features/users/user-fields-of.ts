import type { CreateUserDto } from './dto/create-user.dto.js'
import type { UpdateUserDto } from './dto/update-user.dto.js'
import type { UserFields } from './user.row.js'

/** The filled-in columns, by name: nothing else of a body reaches a row. What is absent stays as in `before`. */
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
