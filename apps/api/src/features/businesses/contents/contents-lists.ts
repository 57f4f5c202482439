import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { invalid } from '../../../http/problems.js'
import { toApiRow } from '../../../http/api-row.js'
import { code, fact, id, ordered, text, time } from '../../../lists/columns.js'
import { defineList } from '../../../lists/list.js'
import type { OwnParameters } from '../../../lists/list-fields.js'
import type { BusinessDeviceRow, BusinessEntityRow, BusinessUserRow } from '../business.row.js'
import { BusinessDeviceDto, BusinessEntityDto, BusinessUserDto } from '../dto/business-contents.dto.js'
import { field } from '../../../texts/platform.js'

/** Businesses whose contents a list covers: one business, or one business and all below it. */
export interface BusinessReach {
  /** Business in the path. */
  businessId?: number
  /** True to include the businesses below it. */
  below: boolean
}

const own: OwnParameters<BusinessReach> = {
  parameters: {
    below: {
      schema: { type: 'boolean', default: false },
      description: 'Includes the businesses below',
    },
  },
  read: ({ below = 'false' }) => {
    if (below !== 'true' && below !== 'false') throw invalid({ below: [field('not-boolean')] })
    return { below: below === 'true' }
  },
}

/** Returns the condition that the business in `column` is the given one. If requested, the businesses below it match too. */
const at = (column: Sql, { businessId, below }: BusinessReach): Sql =>
  below
    ? sql`${column} IN (SELECT inside.id FROM businesses inside WHERE inside.path @> ARRAY[${businessId}::int])`
    : sql`${column} = ${businessId}`

/** Returns the condition that a row is not deleted and in scope. */
const inScope = (transaction: ScopedTransaction, alias: Sql): Sql =>
  sql`${alias}.deleted_at IS NULL AND ${transaction.within(sql`${alias}.business_id`)}`

const [USERS, ENTITIES, DEVICES] = [sql`FROM users u`, sql`FROM entities e`, sql`FROM devices d`]
const USER_JOINS = {
  r: sql`JOIN roles r ON r.id = u.role_id`,
  b: sql`JOIN businesses b ON b.id = u.business_id`,
}
const ENTITY_JOINS = {
  b: sql`JOIN businesses b ON b.id = e.business_id`,
  d: sql`LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL LEFT JOIN devices d ON d.id = i.device_id`,
}
const DEVICE_JOINS = {
  b: sql`JOIN businesses b ON b.id = d.business_id`,
  e: sql`LEFT JOIN installations i ON i.device_id = d.id AND i.removed_at IS NULL LEFT JOIN entities e ON e.id = i.entity_id`,
  s: sql`LEFT JOIN told_states s ON s.device_id = d.id`,
  g: sql`LEFT JOIN device_signs g ON g.device_id = d.id`,
}
/** Time of the last data. Also known for a device that was never on a vehicle. */
const HEARD = sql`coalesce(s.last_received_at, g.heard_at)`
/** True when the time is hidden from the caller (G-106). */
const IS_HIDDEN = sql`coalesce(s.is_hidden, FALSE)`
const byAlias = (joins: Readonly<Record<string, Sql>>) =>
  Object.entries(joins).map(([alias, join]) => ({ aliases: [alias], join }))
const all = (joins: Readonly<Record<string, Sql>>): Sql => Object.values(joins).reduce((before, join) => sql`${before} ${join}`)

/** The list of users of a business. Aliases: u user, r role, b business. */
export const BUSINESS_USER_LIST = defineList<BusinessUserRow, BusinessUserDto, BusinessReach>({
  name: 'business-users',
  objectType: 'user',
  plural: 'users of a business',
  permission: 'read:user',
  description: 'Lists the users of a business and, with `below=true`, of the businesses below it.',
  dto: BusinessUserDto,
  toDto: toApiRow,
  key: sql`u.id`,
  from: USERS,
  where: (transaction, _caller, { own }) => sql`${inScope(transaction, sql`u`)} AND ${at(sql`u.business_id`, own)}`,
  joins: () => byAlias(USER_JOINS),
  rows: (transaction, ids) => sql`SELECT u.id, u.first_name || ' ' || u.last_name AS name, u.email, r.name AS role,
      b.id AS business_id, b.name AS business_name, u.last_seen_at, u.created_at
    ${USERS} ${all(USER_JOINS)} WHERE ${inScope(transaction, sql`u`)} AND u.id = ANY (${[...ids]}::int[])`,
  own,
  columns: {
    id: id(sql`u.id`, { order: true }),
    name: ordered(sql`in_order(u.last_name)`),
    first_name: text(sql`u.first_name`, { order: false, isPlain: true }),
    last_name: text(sql`u.last_name`, { order: false, isPlain: true }),
    email: text(sql`u.email`, { isPlain: true }),
    role: text(sql`r.name`, { order: false }),
    last_seen_at: ordered(sql`u.last_seen_at`),
    created_at: time(sql`u.created_at`),
    business_id: id(sql`b.id`),
    business_name: text(sql`b.name`, { order: false }),
  },
})

/** The list of entities of a business. Aliases: e entity, d its device, b business. */
export const BUSINESS_ENTITY_LIST = defineList<BusinessEntityRow, BusinessEntityDto, BusinessReach>({
  name: 'business-entities',
  objectType: 'entity',
  plural: 'vehicles of a business',
  permission: 'read:business-management',
  description: 'Lists the vehicles of a business and, with `below=true`, of the businesses below it.',
  dto: BusinessEntityDto,
  toDto: toApiRow,
  key: sql`e.id`,
  from: ENTITIES,
  where: (transaction, _caller, { own }) => sql`${inScope(transaction, sql`e`)} AND ${at(sql`e.business_id`, own)}`,
  joins: () => byAlias(ENTITY_JOINS),
  rows: (transaction, ids) => sql`SELECT e.id, e.name, e.short_name, e.frame_number, e.license_plate, e.vehicle_type, d.imei,
      b.id AS business_id, b.name AS business_name, e.created_at
    ${ENTITIES} ${all(ENTITY_JOINS)} WHERE ${inScope(transaction, sql`e`)} AND e.id = ANY (${[...ids]}::int[])`,
  own,
  columns: {
    id: id(sql`e.id`, { order: true }),
    name: text(sql`e.name`, { isPlain: true }),
    short_name: text(sql`e.short_name`, { order: false, isPlain: true }),
    frame_number: text(sql`e.frame_number`, { order: false, isPlain: true }),
    license_plate: text(sql`e.license_plate`, { isPlain: true }),
    vehicle_type: code(sql`e.vehicle_type`),
    imei: code(sql`d.imei`, { order: false, isPlain: true }),
    created_at: time(sql`e.created_at`),
    business_id: id(sql`b.id`),
    business_name: text(sql`b.name`, { order: false }),
  },
})

/** The list of devices of a business. Aliases: d device, e the entity that it is installed on, s its state, b business. */
export const BUSINESS_DEVICE_LIST = defineList<BusinessDeviceRow, BusinessDeviceDto, BusinessReach>({
  name: 'business-devices',
  objectType: 'device',
  plural: 'devices of a business',
  permission: 'read:business-management',
  description: 'Lists the devices of a business and, with `below=true`, of the businesses below it.',
  dto: BusinessDeviceDto,
  toDto: toApiRow,
  key: sql`d.id`,
  from: DEVICES,
  where: (transaction, _caller, { own }) => sql`${inScope(transaction, sql`d`)} AND ${at(sql`d.business_id`, own)}`,
  joins: () => byAlias(DEVICE_JOINS),
  rows: (transaction, ids) => sql`SELECT d.id, d.imei, d.title, d.model, d.firmware_version, e.id AS entity_id,
      e.name AS entity_name, ${HEARD} AS last_received_at, ${IS_HIDDEN} AS location_hidden, b.id AS business_id, b.name AS business_name, d.created_at
    ${DEVICES} ${all(DEVICE_JOINS)} WHERE ${inScope(transaction, sql`d`)} AND d.id = ANY (${[...ids]}::int[])`,
  own,
  columns: {
    id: id(sql`d.id`, { order: true }),
    imei: code(sql`d.imei`, { isPlain: true }),
    title: text(sql`d.title`, { order: false, isPlain: true }),
    model: text(sql`d.model`),
    firmware_version: text(sql`d.firmware_version`, { order: false }),
    entity_id: id(sql`e.id`),
    entity_name: text(sql`e.name`, { order: false, isPlain: true }),
    last_received_at: time(HEARD),
    location_hidden: fact(IS_HIDDEN),
    created_at: time(sql`d.created_at`),
    business_id: id(sql`b.id`),
    business_name: text(sql`b.name`, { order: false }),
  },
})

export const countDevicesBelow = (transaction: ScopedTransaction, businessId: number): Sql => sql`SELECT count(*)::int AS total,
    count(i.id)::int AS installed,
    count(*) FILTER (WHERE coalesce(s.judged_at, g.heard_at) > now() - interval '3 minutes')::int AS online,
    count(*) FILTER (WHERE coalesce(s.judged_at, g.heard_at) > now() - interval '24 hours')::int AS seen_in_last_day,
    count(i.id) FILTER (WHERE s.judged_at <= now() - interval '24 hours')::int AS silent,
    count(*) FILTER (WHERE coalesce(s.judged_at, g.heard_at) IS NULL)::int AS never_seen
  ${DEVICES} ${all(DEVICE_JOINS)}
  WHERE ${inScope(transaction, sql`d`)} AND ${at(sql`d.business_id`, { businessId, below: true })}`
