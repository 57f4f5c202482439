import { sql, type Sql } from '../../../database/sql.js'

const dayOf = (moment: Sql): Sql => sql`(${moment} AT TIME ZONE g.time_zone)::date`

/**
 * State of a service (G-76, G-77). An open service is:
 * - planned, until its planned day has passed;
 * - overdue, if its date, odometer or planned day has passed;
 * - otherwise due soon.
 *
 * Aliases: n notification, g its plan.
 */
export const SERVICE_STATE = sql`CASE WHEN n.status <> 'open' THEN n.status
  WHEN ${dayOf(sql`n.planned_at`)} >= ${dayOf(sql`now()`)} THEN 'planned'
  WHEN n.planned_at IS NOT NULL OR least(n.due_at, n.reached_at) <= now() THEN 'overdue'
  ELSE 'due-soon' END`

/** Condition that a vehicle has a service that is overdue, or due within a week and not planned. */
export const SERVICE_DUE = sql`(e.id IN (
  SELECT n.entity_id FROM maintenance_notifications n JOIN maintenance_plans g ON g.id = n.plan_id AND g.deleted_at IS NULL
  WHERE n.status = 'open' AND (${SERVICE_STATE} = 'overdue'
    OR ${SERVICE_STATE} = 'due-soon' AND least(n.due_at, n.forecast_at) <= now() + interval '7 days')))`
