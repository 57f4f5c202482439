import { Injectable } from '@nestjs/common'
import type { ScopedTransaction } from '../../database/scoped-transaction.js'
import { type Sql, sql } from '../../database/sql.js'
import { type RowOf, told } from '../../http/told.js'
import { cell, fact, id, text, time } from '../../lists/columns.js'
import { defineList, type Key } from '../../lists/list.js'
import type { MaintenanceNotificationOptionDto, MaintenancePlanOptionDto } from './dto/maintenance-option.dto.js'
import { MaintenancePlanDto, type UpdateMaintenancePlanDto } from './dto/maintenance-plan.dto.js'
import { say } from './texts.js'
import texts from './texts.json' with { type: 'json' }

export type MaintenancePlanRow = RowOf<MaintenancePlanDto>

const STATE = sql`CASE WHEN p.deleted_at IS NOT NULL THEN 'deleted' WHEN p.active THEN 'active' ELSE 'inactive' END`
const entitiesCount = (transaction: ScopedTransaction) => sql`(SELECT count(*)::int FROM maintenance_plan_entities m
  JOIN entities e ON e.id = m.entity_id AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)} WHERE m.plan_id = p.id)`

/** Plans of businesses in scope; also deleted ones. */
export const planRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT p.id, p.title, p.description, p.business_id, b.name AS business_name, p.active,
    (SELECT coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'value', t.value, 'metric', t.metric,
      'description', t.description) ORDER BY t.id), '[]') FROM maintenance_triggers t WHERE t.plan_id = p.id) AS triggers,
    ${entitiesCount(transaction)} AS entities_count,
    (SELECT count(*)::int FROM maintenance_notifications n JOIN entities e ON e.id = n.entity_id AND e.deleted_at IS NULL
      AND ${transaction.within(sql`e.business_id`)} WHERE n.plan_id = p.id AND n.status = 'open') AS open_count,
    p.created_at, p.updated_at, p.deleted_at
  FROM maintenance_plans p JOIN businesses b ON b.id = p.business_id
  WHERE ${transaction.within(sql`p.business_id`)} AND p.id = ANY (${[...ids]}::int[])`

const stateOf = ({ active, deleted_at }: MaintenancePlanDto) => (deleted_at ? 'deleted' : active ? 'active' : 'inactive')

/** R-336: maintenance plans; deleted ones for who asks for states. Aliases: p plan, b its business. */
export const MAINTENANCE_PLAN_LIST = defineList<MaintenancePlanRow, MaintenancePlanDto>({
  name: 'maintenance-plans',
  of: 'maintenance-plan',
  permission: 'read:information',
  description: 'Those of the businesses in scope',
  dto: MaintenancePlanDto,
  toDto: told,
  texts,
  portalPath: '/notifications?tab=plans',
  key: sql`p.id`,
  from: sql`FROM maintenance_plans p JOIN businesses b ON b.id = p.business_id`,
  where: (transaction, _, { conditions }) => sql`${transaction.within(sql`p.business_id`)}
    AND (${conditions.some(({ field }) => field === 'state')}::boolean OR p.deleted_at IS NULL)`,
  rows: planRows,
  columns: {
    id: id(sql`p.id`, { order: true }),
    title: text(sql`p.title`, { order: 'lower', isPlain: true, csv: 'title' }),
    description: text(sql`p.description`, { order: false, isPlain: true, csv: 'description' }),
    business_id: id(sql`p.business_id`),
    business_name: text(sql`b.name`, { order: 'lower', isPlain: true, csv: 'business_name' }),
    state: text(STATE, { csv: stateOf, isWord: true }),
    active: fact(sql`p.active`),
    triggers: cell(({ triggers }, { locale }) =>
      triggers.map(({ name, value, metric }) => `${name}: ${say(`every.${metric}`, { count: value }).in(locale)}`).join('; '),
    ),
    entities_count: cell('entities_count'),
    open_count: cell('open_count'),
    created_at: time(sql`p.created_at`, { csv: 'created_at' }),
    updated_at: time(sql`p.updated_at`),
  },
})

/** A dropdown longer than this is searched, not scrolled. */
const MAX_OPTIONS = 2_000

/** What can happen to a plan as a whole. */
export type Mark = 'activate' | 'deactivate' | 'delete' | 'restore'

const CHANGES: Record<Mark, Sql> = {
  activate: sql`active = true, activated_at = now()`,
  deactivate: sql`active = false`,
  delete: sql`active = false, deleted_at = coalesce(deleted_at, now())`,
  restore: sql`deleted_at = NULL`,
}

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

  /** Also deleted ones. */
  async findOne(transaction: ScopedTransaction, id: number, isLocked = false): Promise<MaintenancePlanRow | undefined> {
    if (isLocked) {
      await transaction.rows(sql`SELECT p.id FROM maintenance_plans p
        WHERE p.id = ${id} AND ${transaction.within(sql`p.business_id`)} FOR UPDATE`)
    }
    return transaction.row<MaintenancePlanRow>(planRows(transaction, [id]))
  }

  /** @returns its id; undefined when the business is not in scope */
  async add(
    transaction: ScopedTransaction,
    businessId: number,
    { title, description, triggers }: UpdateMaintenancePlanDto,
    createdBy: number,
  ): Promise<number | undefined> {
    const added = await transaction.row<{
      id: number
    }>(sql`INSERT INTO maintenance_plans (business_id, title, description, created_by)
      SELECT b.id, ${title}, ${description}, ${createdBy} FROM businesses b
      WHERE b.id = ${businessId} AND ${transaction.within(sql`b.id`)} RETURNING id`)
    if (added) await this.saveTriggers(transaction, added.id, triggers)
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
    await this.saveTriggers(transaction, id, triggers)
  }

  async mark(transaction: ScopedTransaction, id: number, mark: Mark): Promise<void> {
    await transaction.rows(sql`UPDATE maintenance_plans p SET ${CHANGES[mark]}, updated_at = clock_timestamp()
      WHERE p.id = ${id} AND ${transaction.within(sql`p.business_id`)}`)
  }

  /** One that keeps its name, value and metric stays the same trigger, with what is due by it. */
  private async saveTriggers(
    transaction: ScopedTransaction,
    planId: number,
    triggers: UpdateMaintenancePlanDto['triggers'],
  ): Promise<void> {
    const wanted = sql`jsonb_to_recordset(${JSON.stringify(triggers)}::jsonb) AS w (name text, value int, metric text, description text)`
    const isSame = sql`(t.name, t.value, t.metric) = (w.name, w.value, w.metric)`
    const isMine = sql`t.plan_id = p.id AND p.id = ${planId} AND ${transaction.within(sql`p.business_id`)}`
    await transaction.rows(sql`DELETE FROM maintenance_triggers t USING maintenance_plans p
      WHERE ${isMine} AND NOT EXISTS (SELECT 1 FROM ${wanted} WHERE ${isSame})`)
    await transaction.rows(sql`UPDATE maintenance_triggers t SET description = w.description
      FROM maintenance_plans p, ${wanted} WHERE ${isMine} AND ${isSame}`)
    await transaction.rows(sql`INSERT INTO maintenance_triggers (plan_id, name, value, metric, description)
      SELECT p.id, w.name, w.value, w.metric, w.description FROM maintenance_plans p, ${wanted}
      WHERE p.id = ${planId} AND ${transaction.within(sql`p.business_id`)}
        AND NOT EXISTS (SELECT 1 FROM maintenance_triggers t WHERE t.plan_id = p.id AND ${isSame})`)
  }
}
