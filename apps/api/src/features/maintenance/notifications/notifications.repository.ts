import { Injectable } from '@nestjs/common'
import type { Caller } from '../../../auth/caller.js'
import { conditionsSql } from '../../../lists/list-sql.js'
import type { ListCriteria } from '../../../lists/list-fields.js'
import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { sql, type Sql } from '../../../database/sql.js'
import type { Finding } from '../../../resources/index.js'
import type { Locale } from '../../../texts/locale.js'
import { SERVICE_STATE } from '../../entities/index.js'
import { services } from '../evaluation/intervals-sql.js'
import type { MaintenanceAssigneeDto, MaintenanceCountsDto } from './dto/notification.dto.js'
import {
  type AskedState,
  COMES_AT,
  countedNotifications,
  type MaintenanceNotificationRow,
  MAINTENANCE_NOTIFICATION_LIST,
  notificationRows,
} from './notification-list.js'

/** First and last local day (`YYYY-MM-DD`) of a period in a time zone. */
export interface CalendarDays {
  from: string
  till: string
  zone: string
}

/** Details that users enter when they complete a service. */
export interface Completion {
  completedAt: Date
  odometerM: number | null
  note: string | null
  costMinor: number | null
  currency: string | null
}

/** Customer of a vehicle. */
interface CustomerRow {
  first_name: string
  email: string | null
  locale: Locale
}

const inScope = (transaction: ScopedTransaction): Sql => sql`EXISTS (SELECT 1 FROM entities e
  WHERE e.id = n.entity_id AND ${transaction.within(sql`e.business_id`)})`
/** Returns the condition that a user belongs to this business or to a parent, or is a super admin. Alias: u user. */
const sees = (businessId: Sql): Sql =>
  sql`(u.business_id IS NULL OR u.business_id = ANY ((SELECT b.path FROM businesses b WHERE b.id = ${businessId})::int[]))`
const isThere = (transaction: ScopedTransaction): Sql => sql`u.deleted_at IS NULL AND ${transaction.within(sql`u.business_id`)}`

@Injectable()
export class NotificationsRepository {
  async findOne(transaction: ScopedTransaction, id: number, finding: Finding): Promise<MaintenanceNotificationRow | undefined> {
    if (finding.isLocked) {
      await transaction.rows(sql`SELECT n.id FROM maintenance_notifications n
        WHERE n.id = ${id} AND ${inScope(transaction)} FOR UPDATE`)
    }
    return transaction.row<MaintenanceNotificationRow>(notificationRows(transaction, finding.caller, sql`n.id = ${id}`))
  }

  /** Returns the number of matching services by state. */
  async count(transaction: ScopedTransaction, criteria: ListCriteria<AskedState>): Promise<MaintenanceCountsDto> {
    const conditions = conditionsSql(criteria, MAINTENANCE_NOTIFICATION_LIST.fields)
    const rows = await transaction.rows<{ state: keyof MaintenanceCountsDto; count: number }>(
      sql`SELECT ${SERVICE_STATE} AS state, count(*)::int AS count ${countedNotifications(transaction)} AND ${conditions} GROUP BY 1`,
    )
    const none: MaintenanceCountsDto = { overdue: 0, 'due-soon': 0, planned: 0, done: 0, archived: 0 }
    return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
  }

  /**
   * Finds services that are planned for these days. Also finds unplanned services that are due on these days. The soonest
   * comes first.
   */
  findComing(transaction: ScopedTransaction, caller: Caller, { from, till, zone }: CalendarDays, limit: number) {
    const period = sql`${COMES_AT} >= start_of_day(${from}::date, ${zone})
      AND ${COMES_AT} < start_of_day(${till}::date + 1, ${zone}) AND n.status <> 'archived'`
    return transaction.rows<MaintenanceNotificationRow>(
      sql`${notificationRows(transaction, caller, period)} ORDER BY ${COMES_AT}, n.id LIMIT ${limit}`,
    )
  }

  /**
   * Finds users that a vehicle's services may be assigned to. These users see the vehicle and the plans of its open services.
   * Without a vehicle, returns all users whom the caller sees.
   */
  findAssignees(transaction: ScopedTransaction, entityId: number | undefined): Promise<MaintenanceAssigneeDto[]> {
    const name = sql`(u.first_name || ' ' || u.last_name)`
    const can = entityId
      ? sql`EXISTS (SELECT 1 FROM entities e WHERE e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)} AND ${sees(sql`e.business_id`)})
        AND NOT EXISTS (SELECT 1 FROM maintenance_notifications n JOIN maintenance_plans g ON g.id = n.plan_id
          WHERE n.entity_id = ${entityId} AND n.status = 'open' AND NOT ${sees(sql`g.business_id`)})`
      : sql`TRUE`
    return transaction.rows<MaintenanceAssigneeDto & Record<string, unknown>>(sql`SELECT u.id, ${name} AS name FROM users u
      WHERE ${isThere(transaction)} AND ${can} ORDER BY in_order(${name}), u.id LIMIT 500`)
  }

  /** Returns whether a user sees a service and its vehicle. */
  async maySee(transaction: ScopedTransaction, id: number, userId: number): Promise<boolean> {
    const found = await transaction.row(sql`SELECT u.id FROM users u, maintenance_notifications n
      JOIN entities e ON e.id = n.entity_id AND ${transaction.within(sql`e.business_id`)}
      JOIN maintenance_plans g ON g.id = n.plan_id AND ${transaction.within(sql`g.business_id`)}
      WHERE u.id = ${userId} AND n.id = ${id} AND ${isThere(transaction)} AND ${sees(sql`e.business_id`)} AND ${sees(sql`g.business_id`)}`)
    return found !== undefined
  }

  /** @returns undefined when the vehicle has no customer */
  findCustomer(transaction: ScopedTransaction, entityId: number): Promise<CustomerRow | undefined> {
    return transaction.row<CustomerRow>(sql`SELECT k.first_name, k.email, k.locale
      FROM entities e JOIN consumers k ON k.id = e.consumer_id
      WHERE e.id = ${entityId} AND ${transaction.within(sql`e.business_id`)}`)
  }

  /** @returns the new id; undefined when the trigger's plan does not apply to the vehicle */
  async add(
    transaction: ScopedTransaction,
    { entityId, triggerId, by }: { entityId: number; triggerId: number; by: number },
  ): Promise<number | undefined> {
    const added = await transaction.row<{ id: number }>(sql`
      INSERT INTO maintenance_notifications (entity_id, plan_id, trigger_id, due_at, due_m, created_by)
      SELECT e.id, g.id, t.id, d.due_at, d.due_m, ${by}::int
      FROM maintenance_triggers t
      JOIN maintenance_plans g ON g.id = t.plan_id AND g.deleted_at IS NULL AND ${transaction.within(sql`g.business_id`)}
      JOIN maintenance_plan_entities m ON m.plan_id = g.id AND m.entity_id = ${entityId}
      JOIN entities e ON e.id = m.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
      LEFT JOIN (${services(transaction, [entityId])}) d ON d.trigger_id = t.id
      WHERE t.id = ${triggerId} AND t.removed_at IS NULL RETURNING id`)
    return added?.id
  }

  async save(
    transaction: ScopedTransaction,
    id: number,
    { plannedAt, assignedUserId }: { plannedAt: Date | null; assignedUserId: number | null },
  ): Promise<void> {
    await this.set(transaction, id, sql`planned_at = ${plannedAt}, assigned_user_id = ${assignedUserId}`)
  }

  /** Completes a service. The next interval starts at the time of completion. */
  async complete(transaction: ScopedTransaction, id: number, by: number, done: Completion): Promise<void> {
    await this.set(
      transaction,
      id,
      sql`status = 'done', completed_at = ${done.completedAt}, completed_by = ${by}, odometer_m = ${done.odometerM},
        note = ${done.note}, cost_minor = ${done.costMinor}, currency = ${done.currency}, restarted_at = ${done.completedAt}`,
    )
  }

  /** Archives a service. If it was not done, its next interval starts now. */
  async archive(transaction: ScopedTransaction, id: number): Promise<void> {
    await this.set(transaction, id, sql`status = 'archived', restarted_at = coalesce(restarted_at, now())`)
  }

  /** Reopens a service as if it had not been done. The service keeps its planned day. */
  async reopen(transaction: ScopedTransaction, id: number): Promise<void> {
    await this.set(
      transaction,
      id,
      sql`status = 'open', completed_at = NULL, completed_by = NULL, odometer_m = NULL, note = NULL, cost_minor = NULL,
        currency = NULL, restarted_at = NULL, restarted_m = NULL`,
    )
  }

  async remove(transaction: ScopedTransaction, id: number): Promise<void> {
    await transaction.rows(sql`DELETE FROM maintenance_notifications n WHERE n.id = ${id} AND ${inScope(transaction)}`)
  }

  private async set(transaction: ScopedTransaction, id: number, values: Sql): Promise<void> {
    await transaction.rows(sql`UPDATE maintenance_notifications n SET ${values}, updated_at = clock_timestamp()
      WHERE n.id = ${id} AND ${inScope(transaction)}`)
  }
}
