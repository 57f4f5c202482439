import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { joined, type Sql, sql } from '../../../database/sql.js'
import { ENTITY_JOINS } from '../entity-sql.js'
import { SILENT } from '../entity-states.js'
import { isNeed, type Need, NEED_WORDS } from './entity-needs.js'
import { LOW_BATTERY_MV } from './external-battery.js'
import { SERVICE_DUE } from './service-state-sql.js'

/**
 * Condition that the tracker was installed more than five minutes ago and has not proved that it works. The condition ends a
 * month after the installation. By then, the technician left the vehicle long ago and cannot correct the installation.
 * Aliases: e entity, i installation.
 */
export const UNVERIFIED = sql`(i.removed_at IS NULL AND i.verified_at IS NULL AND i.installed_at < now() - interval '5 minutes'
  AND i.installed_at > now() - interval '30 days' AND e.vehicle_type <> 'unregistered')`

const LOW_BATTERY = joined(
  LOW_BATTERY_MV.map(([from, till]) => sql`s.external_battery_mv BETWEEN ${from}::int AND ${till}::int`),
  'OR',
  sql`FALSE`,
)

/** Conditions that a vehicle needs attention (T-10), by need. Aliases as in `entity-sql.ts`. */
const NEEDS: Record<Need, Sql> = {
  open_case: sql`p.has_open_case`,
  unverified: UNVERIFIED,
  // A tracker counts as silent only if it was installed more than 26 hours ago.
  silent: sql`(i.installed_at < now() - interval '26 hours' AND ${SILENT})`,
  low_battery: sql`(s.device_id = i.device_id AND (${LOW_BATTERY}))`,
  subscription_ending: sql`c.is_expiring`,
  insurance_ending: sql`e.id IN (SELECT x.entity_id FROM insurance_states x WHERE x.state = 'expiring')`,
  service_due: SERVICE_DUE,
}

/** Returns the condition that a vehicle has one of these needs. */
export const needsOneOf = (words: readonly unknown[]): Sql =>
  joined(
    words.filter(isNeed).map((need) => NEEDS[need]),
    'OR',
    sql`FALSE`,
  )

const COUNTS = NEED_WORDS.map((need) => sql`${need}::text, count(*) FILTER (WHERE ${NEEDS[need]})`)
/** Counts of the grouped rows: {"silent": 3, …}. */
const COUNTED = sql`jsonb_build_object(${COUNTS.reduce((all, one) => sql`${all}, ${one}`)})`
const countedVehicles = (transaction: ScopedTransaction): Sql => {
  const joins = ENTITY_JOINS.reduce((all, { join }) => sql`${all} ${join}`, sql``)
  return sql`FROM entities e ${joins} WHERE e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`
}

/** Counts the vehicles with each need. The list filtered by that need has the same number of vehicles. */
export async function countNeeds(transaction: ScopedTransaction): Promise<Record<Need, number>> {
  const count = sql`SELECT ${COUNTED} AS counts ${countedVehicles(transaction)}`
  const counted = await transaction.hashing(() => transaction.row<{ counts: Record<Need, number> }>(count))
  if (!counted) throw new Error('a count answers one row')
  return counted.counts
}

/**
 * Returns rows of `business_id` and `vehicles` for each business with vehicles that belong directly to it. An example of
 * `vehicles` is {"silent": 3, …}.
 */
export const needsByBusiness = (transaction: ScopedTransaction): Sql =>
  sql`SELECT e.business_id, ${COUNTED} AS vehicles ${countedVehicles(transaction)} GROUP BY e.business_id`
