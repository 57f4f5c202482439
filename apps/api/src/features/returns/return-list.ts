import { sql } from '../../database/sql.js'
import type { ListFields } from '../../lists/list-fields.js'

/** What returns can be searched and ordered by. Aliases: r return, d its device, e what that was on, b who sends it back. */
export const RETURN_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`r.id` },
    number: { type: 'text', column: sql`r.number` },
    state: { type: 'text', column: sql`r.state` },
    imei: { type: 'text', column: sql`r.imei` },
    device_id: { type: 'id', column: sql`d.id` },
    device_model: { type: 'text', column: sql`d.model` },
    entity_id: { type: 'id', column: sql`e.id` },
    entity_name: { type: 'text', column: sql`e.name` },
    business_id: { type: 'id', column: sql`r.business_id` },
    business_name: { type: 'text', column: sql`b.name` },
    reason: { type: 'text', column: sql`r.reason` },
    replacement_wanted: { type: 'fact', column: sql`r.replacement_wanted` },
    created_at: { type: 'time', column: sql`r.created_at` },
  },
  text: ['number', 'imei', 'entity_name'],
  orderBy: {
    created_at: sql`r.created_at`,
    id: sql`r.id`,
    number: sql`r.number`,
    state: sql`r.state`,
    imei: sql`r.imei`,
    entity_name: sql`lower(e.name)`,
    business_name: sql`lower(b.name)`,
    ended_at: sql`r.ended_at`,
  },
  with: [],
}
