import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { sql } from '../../database/sql.js'
import type { RowOf } from '../../http/told.js'
import type { MaintenanceNotificationOptionDto, MaintenancePlanOptionDto } from './dto/maintenance-option.dto.js'

/** A dropdown longer than this is searched, not scrolled. */
const MAX_OPTIONS = 2_000

@Injectable()
export class MaintenancePlansRepository {
  options(transaction: ScopedTransaction): Promise<MaintenancePlanOptionDto[]> {
    return transaction.rows<MaintenancePlanOptionDto>(sql`SELECT p.id, p.title AS name, p.description, p.business_id,
        b.name AS business_name
      FROM maintenance_plans p JOIN businesses b ON b.id = p.business_id
      WHERE p.active AND ${transaction.within(sql`p.business_id`)} ORDER BY lower(p.title), p.id LIMIT ${MAX_OPTIONS}`)
  }

  notificationOptions(transaction: ScopedTransaction): Promise<RowOf<MaintenanceNotificationOptionDto>[]> {
    return transaction.rows<RowOf<MaintenanceNotificationOptionDto>>(sql`SELECT n.id, t.name, p.title AS plan_title, n.entity_id,
        e.name AS entity_name, n.planned_at
      FROM maintenance_notifications n
      JOIN maintenance_plans p ON p.id = n.plan_id AND ${transaction.within(sql`p.business_id`)}
      JOIN maintenance_triggers t ON t.id = n.trigger_id
      JOIN entities e ON e.id = n.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      WHERE n.status = 'open' ORDER BY n.planned_at NULLS LAST, n.created_at, n.id LIMIT ${MAX_OPTIONS}`)
  }

  /** Title of a plan that vehicles can be given. */
  async titleOfActive(transaction: ScopedTransaction, id: number): Promise<string | undefined> {
    const found = await transaction.row<{ title: string }>(sql`SELECT p.title FROM maintenance_plans p
      WHERE p.id = ${id} AND p.active AND ${transaction.within(sql`p.business_id`)}`)
    return found?.title
  }

  async give(transaction: ScopedTransaction, entityId: number, planId: number): Promise<void> {
    await transaction.rows(sql`INSERT INTO maintenance_plan_entities (plan_id, entity_id)
      SELECT ${planId}::int, e.id FROM entities e WHERE e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)}
      ON CONFLICT DO NOTHING`)
  }
}
