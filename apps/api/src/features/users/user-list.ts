import { holds, storedHolds } from '../../database/peoples-words.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { invalid } from '../../http/problems.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { cell, code, id, ordered, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import { UserDto } from './dto/user.dto.js'
import texts from './texts.json' with { type: 'json' }
import { field } from '../../texts/platform.js'

/** User with their business and their account at the identity provider. */
export type UserRow = RowOf<UserDto> & { issuer: string | null; subject: string | null; account_managed: boolean }

const NAME = sql`(u.first_name || ' ' || u.last_name)`

/** Returns users in scope that meet a condition. Super admins belong to no business, so only other super admins see them. */
export const userRows = (transaction: ScopedTransaction, these: Sql): Sql => sql`
  SELECT u.id, u.issuer, u.subject, u.account_managed, u.first_name, u.last_name, ${NAME} AS name, u.address, u.postcode, u.city,
    u.phone, u.telephone, u.email, r.name AS role, r.key AS role_key, u.business_id, b.name AS business_name,
    b.kind AS business_kind, v.name AS sub_vendor_name, u.locale, u.last_seen_at, u.created_at, u.updated_at, u.deleted_at
  FROM users u
  JOIN roles r ON r.id = u.role_id
  LEFT JOIN businesses b ON b.id = u.business_id
  LEFT JOIN sub_vendors_of(ARRAY(SELECT u.business_id FROM users u WHERE ${these})) v ON v.business_id = u.business_id
  WHERE ${transaction.within(sql`u.business_id`)} AND ${these}`

export const usersById = (transaction: ScopedTransaction, ids: readonly Key[]): Sql =>
  userRows(transaction, sql`u.id = ANY (${[...ids]}::int[])`)

/** Returns the user in the API's form, without the account. */
export const toUserDto = ({ issuer: _, subject: __, account_managed: ___, ...user }: UserRow): UserDto => toApiRow(user)

/** Views of the list; the first is the default (R-177, G-66). */
const STATUSES = {
  active: sql`u.deleted_at IS NULL`,
  deleted: sql`u.deleted_at IS NOT NULL`,
  'never-signed-in': sql`u.deleted_at IS NULL AND u.last_seen_at IS NULL`,
  all: sql`TRUE`,
}
type UserStatus = keyof typeof STATUSES

function statusOf({ status = '' }: Readonly<Record<string, unknown>>): UserStatus {
  if (status === '') return 'active'
  const found = (Object.keys(STATUSES) as UserStatus[]).find((one) => one === status)
  if (!found) throw invalid({ status: [field('not-one-of', { allowed: Object.keys(STATUSES) })] })
  return found
}

/** The list of users (R-167). Aliases: u user, r role, b business, v nearest vendor or enterprise. */
export const USER_LIST = defineList<UserRow, UserDto, UserStatus>({
  name: 'users',
  objectType: 'user',
  plural: 'users',
  permission: 'read:user',
  description: 'Lists the users that the caller may see.',
  dto: UserDto,
  toDto: toUserDto,
  texts,
  key: sql`u.id`,
  from: sql`FROM users u`,
  where: (transaction, _, { own: status }) => sql`${transaction.within(sql`u.business_id`)} AND ${STATUSES[status]}`,
  joins: () => [
    { aliases: ['r'], join: sql`JOIN roles r ON r.id = u.role_id` },
    { aliases: ['b'], join: sql`LEFT JOIN businesses b ON b.id = u.business_id` },
    { aliases: ['v'], join: sql`LEFT JOIN sub_vendors_in_scope() v ON v.business_id = u.business_id` },
  ],
  rows: usersById,
  own: { parameters: { status: { schema: { type: 'string', enum: Object.keys(STATUSES), default: 'active' } } }, read: statusOf },
  anywhere: (sought) => sql`(${storedHolds(sql`u.search_text`, sought)} OR u.business_id IN (
    SELECT named.id FROM businesses named WHERE ${holds(sql`named.name`, sought)}))`,
  columns: {
    id: id(sql`u.id`, { order: true }),
    name: text(NAME, { isPlain: true, csv: 'name' }),
    first_name: text(sql`u.first_name`),
    last_name: text(sql`u.last_name`),
    address: cell('address'),
    postcode: cell('postcode'),
    city: text(sql`u.city`, { isPlain: true, csv: 'city' }),
    phone: text(sql`u.phone`, { isPlain: true, csv: 'phone' }),
    email: text(sql`u.email`, { isPlain: true, csv: 'email' }),
    sub_vendor_name: text(sql`v.name`, { csv: 'sub_vendor_name' }),
    business_id: id(sql`u.business_id`),
    business_name: text(sql`b.name`, { isPlain: true, csv: 'business_name' }),
    role: text(sql`r.name`, { csv: 'role' }),
    role_key: code(sql`r.key`, { order: false }),
    last_seen_at: time(sql`u.last_seen_at`, { csv: 'last_seen_at' }),
    created_at: time(sql`u.created_at`, { csv: 'created_at' }),
    updated_at: ordered(sql`u.updated_at`),
    deleted_at: time(sql`u.deleted_at`),
  },
})
