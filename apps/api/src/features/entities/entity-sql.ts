import type { Caller } from '../../auth/caller.js'
import { locationHidden, visibleStates } from '../../auth/location-privacy.js'
import type { Key } from '../../lists/list.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { LIFECYCLE, MARKER_STATE } from './entity-states.js'

const INSTALLED = sql`LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL LEFT JOIN devices d ON d.id = i.device_id`

/** Joins the newest state of all entities together, for searching and ordering lists. */
const NEWEST_STATE = sql`LEFT JOIN told_newest s ON s.entity_id = e.id`

/** Condition that a subscription covers its entity. Alias: x of `entity_subscription_states`. */
export const COVERS = sql`x.state IN ('active', 'expiring')`

/**
 * Joins, for all entities together, whether a subscription covers the entity, and whether this cover ends soon without a
 * successor.
 */
const SUBSCRIBED = sql`LEFT JOIN (
    SELECT x.entity_id, bool_or(x.state = 'expiring') AS is_expiring FROM entity_subscription_states x WHERE ${COVERS}
    GROUP BY x.entity_id
  ) c ON c.entity_id = e.id`

/**
 * Subscription that covers the entity for the longest time, as JSON with its title; null if there is none. Alias: e entity.
 */
export const SUBSCRIPTION = sql`(SELECT jsonb_build_object('id', x.id, 'title', offered.title,
    'period', coalesce(x.period, offered.period), 'state', x.state, 'starts_at', x.starts_at, 'ends_at', x.ends_at,
    'covered_until', x.covered_until, 'renews', x.renews)
  FROM entity_subscription_states x LEFT JOIN subscriptions offered ON offered.id = x.subscription_id
  WHERE x.entity_id = e.id AND ${COVERS} ORDER BY x.covered_until DESC NULLS FIRST, x.id LIMIT 1)`

/** Selects the vendors above the businesses of a few entities. For a large scope, this would be slow. */
const subVendorsOf = (ids: readonly Key[]): Sql =>
  sql`sub_vendors_of(ARRAY(SELECT shown.business_id FROM entities shown WHERE shown.id = ANY (${[...ids]}::int[])))`

/**
 * Entities in scope with their related rows. Aliases: e entity, b business, v nearest vendor or enterprise, p privacy, i
 * present installation, d its device, s the newest state that any device had on this entity. States that a device had on other
 * entities are not included.
 */
export const entitySource = (
  transaction: ScopedTransaction,
  caller: Caller,
  ids?: readonly Key[],
  deleted: boolean | 'either' = false,
): Sql => sql`
  FROM entities e
  JOIN businesses b ON b.id = e.business_id
  JOIN entity_privacy p ON p.entity_id = e.id
  LEFT JOIN ${ids ? subVendorsOf(ids) : sql`sub_vendors_in_scope()`} v ON v.business_id = e.business_id
  ${INSTALLED}
  LEFT JOIN LATERAL (
    SELECT * FROM ${visibleStates(caller)} newest WHERE newest.entity_id = e.id
    ORDER BY newest.judged_at DESC, newest.device_id DESC LIMIT 1
  ) s ON TRUE
  WHERE ${livesOrNot(deleted)} AND ${transaction.within(sql`e.business_id`)}`

const livesOrNot = (deleted: boolean | 'either'): Sql =>
  deleted === 'either' ? sql`TRUE` : deleted ? sql`e.deleted_at IS NOT NULL` : sql`e.deleted_at IS NULL`

/**
 * Metres that the vehicle has ridden (decision 81), as far as the caller is allowed to know. While the vehicle's movements
 * are hidden, the value is from the last installation, removal or odometer reading. Aliases: e, s.
 */
export const ODOMETER = sql`greatest(e.odometer_floor_m, s.odometer_m)`

/** Joins for counting and sorting, with the same aliases. A query uses only the joins that it needs. */
export const ENTITY_JOINS = [
  { aliases: ['b'], join: sql`JOIN businesses b ON b.id = e.business_id` },
  { aliases: ['p'], join: sql`JOIN entity_privacy p ON p.entity_id = e.id` },
  { aliases: ['i', 'd'], join: INSTALLED },
  { aliases: ['s'], join: NEWEST_STATE, isWhole: true },
  { aliases: ['c'], join: SUBSCRIBED },
]

/**
 * Returns the columns of the last position that `visibleStates` shows, and whether the location is hidden from the caller.
 */
export const lastPositionColumns = (caller: Caller): Sql => {
  const hidden = locationHidden(caller)
  return sql`${hidden} AS location_hidden,
    s.latitude / 1e7::float8 AS latitude, s.longitude / 1e7::float8 AS longitude, s.speed_kph, s.heading,
    coalesce(s.moving, FALSE) AS moving, s.valid_positioned_at AS positioned_at, s.last_received_at, s.judged_at,
    ${LIFECYCLE} AS lifecycle`
}

const columns = (caller: Caller) => sql`e.id, e.name, e.short_name, e.frame_number, e.license_plate, e.vehicle_type, e.brand,
  e.model, e.color, e.engine_brand, e.engine_model, e.power_unit, e.business_id, e.created_at, e.updated_at,
  e.consumer_id IS NOT NULL AS is_consumers,
  b.name AS business_name, v.name AS sub_vendor_name, i.device_id, coalesce(d.imei, s.imei) AS imei, d.model AS device_model,
  ${ODOMETER} AS odometer_m,
  CASE WHEN ${caller.permissions.has('update:entity')}::boolean THEN
    (SELECT c.first_name || ' ' || c.last_name FROM consumers c WHERE c.id = e.consumer_id)
  END AS consumer_name,
  (SELECT u.first_name || ' ' || u.last_name FROM users u WHERE u.id = e.created_by) AS created_by,
  ${MARKER_STATE} AS state, s.external_battery_mv, s.gsm_signal, s.satellites, s.battery_percent,
  s.device_id = i.device_id AS is_of_tracker, d.firmware_version, ${SUBSCRIPTION} AS subscription,
  ${lastPositionColumns(caller)}`

/** Returns entities with their related rows. */
export const entityRows = (
  transaction: ScopedTransaction,
  ids: readonly Key[],
  caller: Caller,
  deleted: boolean | 'either' = false,
): Sql => sql`SELECT ${columns(caller)} ${entitySource(transaction, caller, ids, deleted)} AND e.id = ANY (${[...ids]}::int[])`
