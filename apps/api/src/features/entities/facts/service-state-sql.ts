import { sql, type Sql } from '../../../database/sql.js'

const dayOf = (moment: Sql): Sql => sql`(${moment} AT TIME ZONE g.time_zone)::date`

/**
 * What somebody has to do about a service (G-76, G-77): an open one is planned for a day that has not passed; or else overdue, by the
 * clock, the odometer or the plan that was made for it; or else due soon. Aliases: n notification, g its plan.
 */
export const SERVICE_STATE = sql`CASE WHEN n.status <> 'open' THEN n.status
  WHEN ${dayOf(sql`n.planned_at`)} >= ${dayOf(sql`now()`)} THEN 'planned'
  WHEN n.planned_at IS NOT NULL OR least(n.due_at, n.reached_at) <= now() THEN 'overdue'
  ELSE 'due-soon' END`

/** Vehicles with a service that is overdue, or due within a week and planned for no day. */
export const SERVICE_DUE = sql`(e.id IN (
  SELECT n.entity_id FROM maintenance_notifications n JOIN maintenance_plans g ON g.id = n.plan_id AND g.deleted_at IS NULL
  WHERE n.status = 'open' AND (${SERVICE_STATE} = 'overdue'
    OR ${SERVICE_STATE} = 'due-soon' AND least(n.due_at, n.forecast_at) <= now() + interval '7 days')))`
