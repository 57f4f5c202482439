import { sql } from '../../database/sql.js'
import type { ListFields } from '../../lists/list-fields.js'

/** What lists of vendors, enterprises, companies and departments can be searched and ordered by. Alias: b business. */
export const BUSINESS_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`b.id` },
    parent_id: { type: 'id', column: sql`b.parent_id` },
    name: { type: 'text', column: sql`b.name` },
    city: { type: 'text', column: sql`b.city` },
    country: { type: 'text', column: sql`b.country` },
    email: { type: 'text', column: sql`b.email` },
    created_at: { type: 'time', column: sql`b.created_at` },
  },
  text: ['name', 'city', 'email'],
  orderBy: { created_at: sql`b.created_at`, id: sql`b.id`, name: sql`lower(b.name)`, city: sql`lower(b.city)` },
  with: [],
}
