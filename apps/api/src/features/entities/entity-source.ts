import type { Caller } from '../../auth/caller.js'
import { locationHidden } from '../../database/location-privacy.js'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { LIFECYCLE } from './entity-states.js'

/**
 * Entities in scope with what hangs on them. Aliases: e entity, b business, v nearest vendor or enterprise, p privacy,
 * i present installation, d its device, s newest state that a device had on this very entity: what a tracker did on
 * another entity before is not this one's.
 */
export const entitySource = (transaction: ScopedTransaction): Sql => sql`
  FROM entities e
  JOIN businesses b ON b.id = e.business_id
  JOIN entity_privacy p ON p.entity_id = e.id
  LEFT JOIN sub_vendors_in_scope() v ON v.business_id = e.business_id
  LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL
  LEFT JOIN devices d ON d.id = i.device_id
  LEFT JOIN LATERAL (
    SELECT * FROM device_states newest WHERE newest.entity_id = e.id ORDER BY newest.last_received_at DESC LIMIT 1
  ) s ON TRUE
  WHERE e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`

export type EntityRelation = 'business' | 'privacy' | 'device' | 'state'

/** The same entities with only what is asked for hanging on them, under the same aliases. */
export const slimEntitySource = (transaction: ScopedTransaction, relations: ReadonlySet<EntityRelation>): Sql => {
  const joined = (relation: EntityRelation, join: Sql) => (relations.has(relation) ? join : sql``)
  return sql`
  FROM entities e
  ${joined('business', sql`JOIN businesses b ON b.id = e.business_id`)}
  ${joined('privacy', sql`JOIN entity_privacy p ON p.entity_id = e.id`)}
  ${joined('device', sql`LEFT JOIN installations i ON i.entity_id = e.id AND i.removed_at IS NULL LEFT JOIN devices d ON d.id = i.device_id`)}
  ${joined('state', sql`LEFT JOIN (SELECT DISTINCT ON (entity_id) * FROM device_states ORDER BY entity_id, last_received_at DESC) s ON s.entity_id = e.id`)}
  WHERE e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`
}

/** Whether the caller may not see where it is, and the columns of its last position, null in that case. */
export const lastPositionColumns = (caller: Caller): Sql => {
  const hidden = locationHidden(caller)
  const unlessHidden = (column: Sql) => sql`CASE WHEN NOT ${hidden} THEN ${column} END`
  return sql`${hidden} AS location_hidden,
    ${unlessHidden(sql`s.latitude / 1e7::float8`)} AS latitude,
    ${unlessHidden(sql`s.longitude / 1e7::float8`)} AS longitude,
    ${unlessHidden(sql`s.speed_kph`)} AS speed_kph,
    ${unlessHidden(sql`s.heading`)} AS heading,
    coalesce(${unlessHidden(sql`s.moving`)}, FALSE) AS moving,
    ${unlessHidden(sql`s.valid_positioned_at`)} AS positioned_at,
    s.last_received_at,
    ${LIFECYCLE} AS lifecycle`
}
