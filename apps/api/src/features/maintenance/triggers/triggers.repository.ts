import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql } from '../../../database/sql.js'
import type { WriteMaintenanceTriggerDto, WritePlanTriggerDto } from '../dto/maintenance-plan.dto.js'
import { services } from '../evaluation/intervals-sql.js'
import { type PlanTriggerRow, triggerRows } from './trigger-list.js'

/** Triggers, and the open services that they have opened. */
@Injectable()
export class TriggersRepository {
  /** Finds a trigger. With `isLocked`, locks the trigger's plan, as every write to a plan does. */
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<PlanTriggerRow | undefined> {
    if (isLocked) {
      await transaction.rows(sql`SELECT g.id FROM maintenance_plans g JOIN maintenance_triggers t ON t.plan_id = g.id
        WHERE t.id = ${id} AND ${transaction.within(sql`g.business_id`)} FOR UPDATE OF g`)
    }
    return transaction.row<PlanTriggerRow>(triggerRows(transaction, [id]))
  }

  /** @returns undefined when the plan was deleted or is out of scope */
  async add(transaction: ScopedTransaction, planId: number, trigger: WriteMaintenanceTriggerDto): Promise<number | undefined> {
    const added = await transaction.row<{
      id: number
    }>(sql`INSERT INTO maintenance_triggers (plan_id, name, value, metric, description)
      SELECT g.id, ${trigger.name}, ${trigger.value}::int, ${trigger.metric}, ${trigger.description ?? null} FROM maintenance_plans g
      WHERE g.id = ${planId} AND g.deleted_at IS NULL AND ${transaction.within(sql`g.business_id`)} RETURNING id`)
    return added?.id
  }

  countOf(transaction: ScopedTransaction, planId: number): Promise<{ count: number } | undefined> {
    return transaction.row<{ count: number }>(sql`SELECT count(*)::int AS count FROM maintenance_triggers t
      JOIN maintenance_plans g ON g.id = t.plan_id AND ${transaction.within(sql`g.business_id`)}
      WHERE t.plan_id = ${planId} AND t.removed_at IS NULL`)
  }

  /**
   * Replaces the triggers of a plan. A trigger with the same id or the same values as before keeps its open services. Other
   * triggers are removed with their open services.
   */
  async replace(transaction: ScopedTransaction, planId: number, triggers: readonly WritePlanTriggerDto[]): Promise<void> {
    const wanted = sql`jsonb_to_recordset(${JSON.stringify(triggers)}::jsonb)
      AS w (id int, name text, value int, metric text, description text)`
    const isSame = sql`(w.id = t.id OR w.id IS NULL AND (t.name, t.value, t.metric) = (w.name, w.value, w.metric))`
    const isMine = sql`t.plan_id = g.id AND t.removed_at IS NULL AND g.id = ${planId} AND ${transaction.within(sql`g.business_id`)}`
    const gone = await transaction.rows<{ id: number }>(sql`SELECT t.id FROM maintenance_triggers t, maintenance_plans g
      WHERE ${isMine} AND NOT EXISTS (SELECT 1 FROM ${wanted} WHERE ${isSame})`)
    for (const { id } of gone) await this.remove(transaction, id)
    const changed = await transaction.rows<{
      id: number
    }>(sql`SELECT t.id FROM maintenance_triggers t, maintenance_plans g, ${wanted}
      WHERE ${isMine} AND ${isSame} AND (t.value, t.metric) <> (w.value, w.metric)`)
    await transaction.rows(sql`UPDATE maintenance_triggers t SET name = w.name, value = w.value, metric = w.metric,
        description = w.description, updated_at = clock_timestamp()
      FROM maintenance_plans g, ${wanted} WHERE ${isMine} AND ${isSame}
        AND (t.name, t.value, t.metric, t.description) IS DISTINCT FROM (w.name, w.value, w.metric, w.description)`)
    for (const { id } of changed) await this.settle(transaction, id)
    await transaction.rows(sql`INSERT INTO maintenance_triggers (plan_id, name, value, metric, description)
      SELECT g.id, w.name, w.value, w.metric, w.description FROM maintenance_plans g, ${wanted}
      WHERE g.id = ${planId} AND ${transaction.within(sql`g.business_id`)} AND w.id IS NULL AND NOT EXISTS (
        SELECT 1 FROM maintenance_triggers t WHERE t.plan_id = g.id AND t.removed_at IS NULL AND ${isSame})`)
  }

  async save(transaction: ScopedTransaction, id: number, trigger: WriteMaintenanceTriggerDto): Promise<void> {
    await transaction.rows(sql`UPDATE maintenance_triggers t SET name = ${trigger.name}, value = ${trigger.value}::int,
        metric = ${trigger.metric}, description = ${trigger.description ?? null}, updated_at = clock_timestamp()
      FROM maintenance_plans g WHERE g.id = t.plan_id AND ${transaction.within(sql`g.business_id`)} AND t.id = ${id}`)
    await this.settle(transaction, id)
  }

  /** Removes a trigger with its open services. Completed services stay. */
  async remove(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM maintenance_notifications n USING maintenance_plans g
      WHERE g.id = n.plan_id AND ${transaction.within(sql`g.business_id`)} AND n.trigger_id = ${id} AND n.status = 'open'`)
    await transaction.rows(sql`UPDATE maintenance_triggers t SET removed_at = now(), updated_at = clock_timestamp()
      FROM maintenance_plans g WHERE g.id = t.plan_id AND ${transaction.within(sql`g.business_id`)} AND t.id = ${id}`)
  }

  /**
   * Applies a changed interval to the open services of a trigger. An open service that no user has changed is deleted, and is
   * opened again when it is due by the new interval. An open service that a user has changed gets the new due date.
   */
  private async settle(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM maintenance_notifications n USING maintenance_plans g
      WHERE g.id = n.plan_id AND ${transaction.within(sql`g.business_id`)} AND n.trigger_id = ${id} AND n.status = 'open'
        AND n.planned_at IS NULL AND n.assigned_user_id IS NULL AND n.created_by IS NULL`)
    const open = await transaction.rows<{ entity_id: number }>(sql`SELECT n.entity_id FROM maintenance_notifications n
      JOIN maintenance_plans g ON g.id = n.plan_id AND ${transaction.within(sql`g.business_id`)}
      WHERE n.trigger_id = ${id} AND n.status = 'open'`)
    const ids = open.map((row) => row.entity_id)
    await transaction.rows(sql`UPDATE maintenance_notifications n SET due_at = d.due_at, due_m = d.due_m, reached_at = NULL, forecast_at = NULL
      FROM (${services(transaction, ids)}) d
      WHERE d.entity_id = n.entity_id AND d.trigger_id = n.trigger_id AND n.trigger_id = ${id} AND n.status = 'open'`)
  }
}
