import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, toApiRow } from '../../http/api-row.js'
import { cell, code, fact, id, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { MaintenanceNotificationOptionDto, MaintenancePlanOptionDto } from './dto/maintenance-option.dto.js'
import { MaintenancePlanDto, type UpdateMaintenancePlanDto } from './dto/maintenance-plan.dto.js'
import { say } from './texts.js'
import { TriggersRepository } from './triggers/triggers.repository.js'
import texts from './texts.json' with { type: 'json' }

export type MaintenancePlanRow = RowOf<MaintenancePlanDto>

const STATE = sql`CASE WHEN p.deleted_at IS NOT NULL THEN 'deleted' WHEN p.active THEN 'active' ELSE 'inactive' END`
const entitiesCount = (transaction: ScopedTransaction) => sql`(SELECT count(*)::int FROM maintenance_plan_entities m
  JOIN entities e ON e.id = m.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} WHERE m.plan_id = p.id)`

/** Returns the plans with these ids that belong to businesses in scope. Includes deleted plans. */
export const planRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT p.id, p.title, p.description, p.business_id, b.name AS business_name, p.active,
    (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'value', t.value, 'metric', t.metric,
      'description', t.description) ORDER BY t.id), '[]') FROM maintenance_triggers t WHERE t.plan_id = p.id AND t.removed_at IS NULL) AS triggers,
    ${entitiesCount(transaction)} AS entities_count,
    (SELECT count(*)::int FROM maintenance_notifications n JOIN entities e ON e.id = n.entity_id AND e.deleted_at IS NULL
      AND ${transaction.within(sql`e.business_id`)} WHERE n.plan_id = p.id AND n.status = 'open') AS open_count,
    p.time_zone AS tz, p.next_due_at, round(p.next_left_m / 1000.0)::int AS next_left_km, p.created_at, p.updated_at, p.deleted_at
  FROM maintenance_plans p JOIN businesses b ON b.id = p.business_id
  WHERE ${transaction.within(sql`p.business_id`)} AND p.id = ANY (${[...ids]}::int[])`

const stateOf = ({ active, deleted_at }: MaintenancePlanDto) => (deleted_at ? 'deleted' : active ? 'active' : 'inactive')

/**
 * The list of maintenance plans (R-336). Deleted plans appear only when the state filter asks for them. Aliases: p plan, b its
 * business.
 */
export const MAINTENANCE_PLAN_LIST = defineList<MaintenancePlanRow, MaintenancePlanDto>({
  name: 'maintenance-plans',
  objectType: 'maintenance-plan',
  plural: 'maintenance plans',
  permission: 'read:information',
  description: 'Lists the maintenance plans that the caller may see.',
  dto: MaintenancePlanDto,
  toDto: toApiRow,
  texts,
  portalPath: '/notifications?view=plans',
  key: sql`p.id`,
  from: sql`FROM maintenance_plans p JOIN businesses b ON b.id = p.business_id`,
  where: (transaction, _, { conditions }) => sql`${transaction.within(sql`p.business_id`)}
    AND (${conditions.some(({ field }) => field === 'state')}::boolean OR p.deleted_at IS NULL)`,
  rows: planRows,
  columns: {
    id: id(sql`p.id`, { order: true }),
    title: text(sql`p.title`, { isPlain: true, csv: 'title' }),
    description: text(sql`p.description`, { order: false, isPlain: true, csv: 'description' }),
    business_id: id(sql`p.business_id`),
    business_name: text(sql`b.name`, { isPlain: true, csv: 'business_name' }),
    state: code(STATE, { csv: stateOf, isWord: true }),
    active: fact(sql`p.active`),
    triggers: cell(({ triggers }, { locale }) =>
      triggers.map(({ name, value, metric }) => `${name}: ${say(`every.${metric}`, { count: value }).in(locale)}`).join('; '),
    ),
    entities_count: cell('entities_count'),
    open_count: cell('open_count'),
    next_due_at: time(sql`p.next_due_at`, { csv: 'next_due_at' }),
    next_left_km: cell(({ next_left_km: km }) => km),
    created_at: time(sql`p.created_at`, { csv: 'created_at' }),
    updated_at: time(sql`p.updated_at`),
  },
})

/** Maximum options in the dropdown. Users would have to search in a longer list anyway. */
const MAX_OPTIONS = 2_000

/** Changes of a plan's state. */
export type Mark = 'activate' | 'catch-up' | 'deactivate' | 'delete' | 'restore'

const CHANGES: Record<Mark, Sql> = {
  activate: sql`active = true, activated_at = now()`,
  // `activated_at` does not change. The plan's intervals are therefore the same as if the plan had never been inactive
  // (G-78).
  'catch-up': sql`active = true`,
  deactivate: sql`active = false`,
  delete: sql`active = false, deleted_at = coalesce(deleted_at, now())`,
  restore: sql`deleted_at = NULL`,
}

@Injectable()
export class MaintenancePlansRepository {
  constructor(private readonly triggers: TriggersRepository) {}

  options(transaction: ScopedTransaction): Promise<MaintenancePlanOptionDto[]> {
    return transaction.rows<MaintenancePlanOptionDto>(sql`SELECT p.id, p.title AS name, p.description, p.business_id,
        b.name AS business_name
      FROM maintenance_plans p JOIN businesses b ON b.id = p.business_id
      WHERE p.active AND ${transaction.within(sql`p.business_id`)} ORDER BY in_order(p.title), p.id LIMIT ${MAX_OPTIONS}`)
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

  /** Returns the title of a plan that can be given to vehicles. */
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

  /** Finds a plan, including a deleted one. */
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<MaintenancePlanRow | undefined> {
    if (isLocked) {
      await transaction.rows(sql`SELECT p.id FROM maintenance_plans p
        WHERE p.id = ${id} AND ${transaction.within(sql`p.business_id`)} FOR UPDATE`)
    }
    return transaction.row<MaintenancePlanRow>(planRows(transaction, [id]))
  }

  /** @returns the new id; undefined when the business is not in scope */
  async add(
    transaction: ScopedTransaction,
    businessId: number,
    { title, description, triggers }: UpdateMaintenancePlanDto,
    { userId, timeZone }: { userId: number; timeZone: string },
  ): Promise<number | undefined> {
    const added = await transaction.row<{
      id: number
    }>(sql`INSERT INTO maintenance_plans (business_id, title, description, created_by, time_zone)
      SELECT b.id, ${title}, ${description}, ${userId}::int, ${timeZone} FROM businesses b
      WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)} RETURNING id`)
    if (added) await this.triggers.replace(transaction, added.id, triggers)
    return added?.id
  }

  async save(
    transaction: ScopedTransaction,
    id: number,
    { title, description, triggers }: UpdateMaintenancePlanDto,
  ): Promise<void> {
    await transaction.rows(sql`UPDATE maintenance_plans p
      SET title = ${title}, description = ${description}, updated_at = clock_timestamp()
      WHERE p.id = ${id} AND ${transaction.within(sql`p.business_id`)}`)
    await this.triggers.replace(transaction, id, triggers)
  }

  async mark(transaction: ScopedTransaction, id: number, mark: Mark): Promise<void> {
    await transaction.rows(sql`UPDATE maintenance_plans p SET ${CHANGES[mark]}, updated_at = clock_timestamp()
      WHERE p.id = ${id} AND ${transaction.within(sql`p.business_id`)}`)
  }
}
