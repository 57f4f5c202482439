import { sql } from '../../../database/sql.js'
import { type RowOf, toApiRow } from '../../../http/api-row.js'
import { code, id, text, time } from '../../../lists/columns.js'
import { defineList, type List } from '../../../lists/list.js'
import { PlanEntityDto } from './plan-entity.dto.js'

export type PlanEntityRow = RowOf<Omit<PlanEntityDto, 'since' | 'counted_from'>> & { since: Date; counted_from: Date }

const FROM = sql`FROM maintenance_plan_entities m JOIN entities e ON e.id = m.entity_id JOIN businesses b ON b.id = e.business_id`

/**
 * Returns the list of vehicles in scope that a plan applies to (R-201). Aliases: m their link to the plan, e vehicle, b its
 * business.
 */
export const planEntities = (planId: number): List<PlanEntityRow, PlanEntityDto> =>
  defineList<PlanEntityRow, PlanEntityDto>({
    name: 'maintenance-plan-entities',
    of: 'maintenance-plan',
    many: 'vehicles of a maintenance plan',
    permission: 'read:information',
    description: 'Lists the visible vehicles to which the plan applies.',
    dto: PlanEntityDto,
    toDto: toApiRow,
    key: sql`e.id`,
    from: FROM,
    where: (transaction) => sql`m.plan_id = ${planId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}`,
    rows: (transaction, ids) => sql`
      SELECT e.id, e.name, e.license_plate, e.frame_number, e.vehicle_type, e.business_id, b.name AS business_name, m.since, m.counted_from,
        (SELECT count(*)::int FROM maintenance_notifications n
          WHERE n.entity_id = e.id AND n.plan_id = m.plan_id AND n.status = 'open') AS open_count
      ${FROM} WHERE m.plan_id = ${planId} AND e.deleted_at IS NULL AND ${transaction.within(sql`e.business_id`)}
        AND e.id = ANY (${[...ids]}::int[])`,
    columns: {
      id: id(sql`e.id`, { order: true }),
      name: text(sql`e.name`, { isPlain: true }),
      license_plate: text(sql`e.license_plate`, { isPlain: true }),
      frame_number: text(sql`e.frame_number`, { order: false, isPlain: true }),
      vehicle_type: code(sql`e.vehicle_type`),
      business_id: id(sql`e.business_id`),
      business_name: text(sql`b.name`, { isPlain: true }),
      since: time(sql`m.since`),
      created_at: time(sql`m.since`),
    },
  })

/** Fields of the list, which are the same for every plan. */
export const PLAN_ENTITY_FIELDS = planEntities(0).fields
