import { sql } from '../../../database/sql.js'
import { type RowOf } from '../../../http/api-row.js'
import type { ListFields } from '../../../lists/list-fields.js'
import type { TagGroupDto } from '../dto/tag.dto.js'

export type TagGroupRow = RowOf<TagGroupDto>

const STATE = sql`CASE WHEN g.deleted_at IS NULL THEN 'active' ELSE 'deleted' END`

/**
 * Fields for searching and sorting groups of tags. The preset groups always come first. Aliases: g group, b its
 * business.
 */
export const TAG_GROUP_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`g.id` },
    name: { type: 'text', column: sql`g.name` },
    business_id: { type: 'id', column: sql`g.business_id` },
    business_name: { type: 'text', column: sql`b.name` },
    state: { type: 'text', column: STATE },
    created_at: { type: 'time', column: sql`g.created_at` },
  },
  text: ['name'],
  orderBy: { created_at: sql`g.created_at`, id: sql`g.id`, name: sql`in_order(g.name)` },
  with: [],
}
