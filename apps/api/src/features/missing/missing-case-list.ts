import { sql } from '../../database/sql.js'
import type { ListFields } from '../../lists/list-fields.js'

/** What cases can be searched and ordered by. Aliases: m case, e its vehicle, b the vehicle's business. */
export const MISSING_CASE_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`m.id` },
    number: { type: 'text', column: sql`m.number` },
    state: { type: 'text', column: sql`m.state` },
    reason: { type: 'text', column: sql`m.reason` },
    entity_id: { type: 'id', column: sql`m.entity_id` },
    entity_name: { type: 'text', column: sql`e.name` },
    frame_number: { type: 'text', column: sql`e.frame_number` },
    license_plate: { type: 'text', column: sql`e.license_plate` },
    business_id: { type: 'id', column: sql`e.business_id` },
    business_name: { type: 'text', column: sql`b.name` },
    created_at: { type: 'time', column: sql`m.opened_at` },
    ended_at: { type: 'time', column: sql`m.ended_at` },
  },
  text: ['number', 'entity_name', 'frame_number', 'license_plate'],
  orderBy: {
    created_at: sql`m.opened_at`,
    ended_at: sql`m.ended_at`,
    id: sql`m.id`,
    state: sql`m.state`,
    entity_name: sql`lower(e.name)`,
    business_name: sql`lower(b.name)`,
  },
  with: [],
}
