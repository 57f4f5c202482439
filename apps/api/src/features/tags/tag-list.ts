import { sql } from '../../database/sql.js'
import { EXPORT_PARAMETERS } from '../../lists/list-export.js'
import type { ListCriteria, ListFields } from '../../lists/list-fields.js'

const TAG_STATE = sql`CASE WHEN t.deleted_at IS NULL THEN 'active' ELSE 'deleted' END`
const GROUP_STATE = sql`CASE WHEN g.deleted_at IS NULL THEN 'active' ELSE 'deleted' END`

/** What tags can be searched and ordered by. Aliases: t tag, p what stands above it, b its business. */
export const TAG_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`t.id` },
    name: { type: 'text', column: sql`t.name` },
    type: { type: 'text', column: sql`t.type` },
    parent_id: { type: 'id', column: sql`t.parent_id` },
    parent_name: { type: 'text', column: sql`p.name` },
    vehicle_type: { type: 'text', column: sql`t.vehicle_type` },
    business_id: { type: 'id', column: sql`t.business_id` },
    business_name: { type: 'text', column: sql`b.name` },
    state: { type: 'text', column: TAG_STATE },
    created_at: { type: 'time', column: sql`t.created_at` },
  },
  text: ['name', 'parent_name'],
  orderBy: {
    created_at: sql`t.created_at`,
    id: sql`t.id`,
    name: sql`lower(t.name)`,
    type: sql`t.type`,
    parent_name: sql`lower(p.name)`,
    business_name: sql`lower(b.name)`,
  },
  with: [],
  extra: ['group_id', ...EXPORT_PARAMETERS],
}

/** What groups of tags can be searched and ordered by; the three that come first always come first. Aliases: g group, b its business. */
export const TAG_GROUP_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`g.id` },
    name: { type: 'text', column: sql`g.name` },
    business_id: { type: 'id', column: sql`g.business_id` },
    business_name: { type: 'text', column: sql`b.name` },
    state: { type: 'text', column: GROUP_STATE },
    created_at: { type: 'time', column: sql`g.created_at` },
  },
  text: ['name'],
  orderBy: { created_at: sql`g.created_at`, id: sql`g.id`, name: sql`lower(g.name)` },
  with: [],
}

/** Deleted ones are listed only for who asks for them. */
export const asksForState = ({ conditions }: ListCriteria): boolean => conditions.some(({ field }) => field === 'state')
