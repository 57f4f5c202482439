import type { ScopedTransaction } from '../../../database/scoped-transaction.js'
import { type Sql, sql } from '../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../http/api-row.js'
import { code, id, number, text, time } from '../../../lists/columns.js'
import { defineList, type Key } from '../../../lists/list.js'
import { PlanTriggerDto } from './plan-trigger.dto.js'

export type PlanTriggerRow = RowOf<PlanTriggerDto>

const FROM = sql`FROM maintenance_triggers t JOIN maintenance_plans g ON g.id = t.plan_id`
const seen = (transaction: ScopedTransaction): Sql =>
  sql`t.removed_at IS NULL AND g.deleted_at IS NULL AND ${transaction.within(sql`g.business_id`)}`

export const triggerRows = (transaction: ScopedTransaction, ids: readonly Key[]): Sql => sql`
  SELECT t.id, t.name, t.value, t.metric, t.description, g.id AS plan_id, g.title AS plan_title, g.business_id, t.created_at, t.updated_at
  ${FROM} WHERE ${seen(transaction)} AND t.id = ANY (${[...ids]}::int[])`

/** The list of triggers of plans in scope (R-338). Aliases: t trigger, g its plan. */
export const TRIGGER_LIST = defineList<PlanTriggerRow, PlanTriggerDto>({
  name: 'triggers',
  objectType: 'trigger',
  plural: 'maintenance triggers',
  permission: 'read:information',
  description: 'Lists the triggers of the maintenance plans that the caller may see.',
  dto: PlanTriggerDto,
  toDto: toApiRow,
  key: sql`t.id`,
  from: FROM,
  where: seen,
  rows: triggerRows,
  columns: {
    id: id(sql`t.id`, { order: true }),
    name: text(sql`t.name`, { isPlain: true }),
    value: number(sql`t.value`),
    metric: code(sql`t.metric`),
    description: text(sql`t.description`, { order: false, isPlain: true }),
    plan_id: id(sql`g.id`),
    plan_title: text(sql`g.title`, { isPlain: true }),
    business_id: id(sql`g.business_id`),
    created_at: time(sql`t.created_at`),
    updated_at: time(sql`t.updated_at`),
  },
})
