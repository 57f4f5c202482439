import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { ODOMETER } from '../../entities/index.js'

/**
 * Start of an interval. Only this file defines when a service is due (G-76). Aliases: m a plan's vehicle, g the plan, t its
 * trigger, r the last service that was done or dropped.
 */
const COUNTED_FROM = sql`coalesce(r.restarted_at, m.counted_from)`
const COUNTED_FROM_M = sql`coalesce(r.restarted_m, m.counted_from_m)`
/**
 * Condition that a service restarts an interval. A service restarts the interval if it took place after the vehicle joined
 * the plan. An earlier service restarts the interval only if a user entered it after the plan was last activated, because
 * an activation starts all intervals anew (G-78). Aliases: n the service, m a plan's vehicle, g the plan.
 */
const RESTARTS = sql`n.restarted_at IS NOT NULL AND (n.restarted_at > m.counted_from
  OR n.completed_at IS NOT NULL AND n.created_at >= coalesce(g.activated_at, '-infinity'))`

/**
 * Interval as calendar time. It is added in the plan's time zone. A service that is due a month later is therefore due at the
 * same local hour, even if the clocks change meanwhile.
 */
const INTERVAL = sql`CASE t.metric WHEN 'days' THEN make_interval(days => t.value) WHEN 'weeks' THEN make_interval(weeks => t.value)
  WHEN 'months' THEN make_interval(months => t.value) WHEN 'years' THEN make_interval(years => t.value) END`

/**
 * Returns the time when a service becomes due soon. This is a tenth of the interval before it is due, but at least a week and
 * at most half the interval.
 */
const soonBefore = (due: Sql, from: Sql): Sql => sql`${due} - least(greatest((${due} - ${from}) * 0.1, interval '7 days'),
  (${due} - ${from}) * 0.5)`
/**
 * Metres before the due odometer value at which a service becomes due soon. This is a tenth of the interval, but at least 50
 * km and at most half the interval.
 */
const SOON_BEFORE_M = sql`least(greatest(t.value * 100::bigint, 50000), t.value * 500::bigint)`

/**
 * Selects the services of these vehicles for each trigger of an active plan. Uses only the odometer readings that every user
 * is allowed to see. A vehicle with a hidden location therefore counts as at rest (G-106).
 */
export const services = (transaction: ScopedTransaction, entityIds: readonly number[]): Sql => {
  const ids = sql`ANY (${[...entityIds]}::int[])`
  return sql`
    SELECT c.*, ${soonBefore(sql`c.due_at`, sql`c.counted_from`)} AS soon_at
    FROM (
      SELECT m.entity_id, m.plan_id, t.id AS trigger_id, t.metric, ${COUNTED_FROM} AS counted_from,
        (${COUNTED_FROM} AT TIME ZONE g.time_zone + ${INTERVAL}) AT TIME ZONE g.time_zone AS due_at,
        CASE WHEN t.metric = 'kilometers' THEN ${COUNTED_FROM_M} + t.value * 1000::bigint END AS due_m,
        CASE WHEN t.metric = 'kilometers' THEN ${COUNTED_FROM_M} + t.value * 1000::bigint - ${SOON_BEFORE_M} END AS soon_m,
        ${ODOMETER} AS odometer_m, coalesce(s.is_hidden, FALSE) AS is_hidden
      FROM maintenance_plan_entities m
      JOIN maintenance_plans g ON g.id = m.plan_id AND g.active AND ${transaction.within(sql`g.business_id`)}
      JOIN maintenance_triggers t ON t.plan_id = g.id AND t.removed_at IS NULL
      JOIN entities e ON e.id = m.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      LEFT JOIN told_newest s ON s.entity_id = e.id AND s.entity_id = ${ids}
      LEFT JOIN (
        SELECT DISTINCT ON (n.entity_id, n.trigger_id) n.entity_id, n.trigger_id, n.restarted_at, n.restarted_m
        FROM maintenance_notifications n
        JOIN maintenance_plan_entities m ON m.entity_id = n.entity_id AND m.plan_id = n.plan_id
        JOIN maintenance_plans g ON g.id = n.plan_id AND ${transaction.within(sql`g.business_id`)}
        WHERE n.entity_id = ${ids} AND ${RESTARTS}
        ORDER BY n.entity_id, n.trigger_id, n.restarted_at DESC
      ) r ON r.entity_id = m.entity_id AND r.trigger_id = t.id
      WHERE m.entity_id = ${ids}
    ) c`
}
