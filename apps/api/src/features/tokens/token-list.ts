import { sql } from '../../database/sql.js'
import { EXPORT_PARAMETERS } from '../../lists/list-export.js'
import type { ListFields } from '../../lists/list-fields.js'

const STATE = sql`CASE WHEN k.revoked_at IS NULL THEN 'created' ELSE 'revoked' END`
const USER = sql`(u.first_name || ' ' || u.last_name)`

/** What API tokens can be searched and ordered by. Aliases: k token, u its user. */
export const TOKEN_LIST: ListFields = {
  search: {
    id: { type: 'id', column: sql`k.id` },
    user_id: { type: 'id', column: sql`k.user_id` },
    user: { type: 'text', column: USER },
    name: { type: 'text', column: sql`k.name` },
    scope: { type: 'text', column: sql`k.scope` },
    state: { type: 'text', column: STATE },
    prefix: { type: 'text', column: sql`k.prefix` },
    created_at: { type: 'time', column: sql`k.created_at` },
    expires_at: { type: 'time', column: sql`k.expires_at` },
    revoked_at: { type: 'time', column: sql`k.revoked_at` },
    last_used_at: { type: 'time', column: sql`k.last_used_at` },
  },
  text: ['name', 'user', 'prefix'],
  orderBy: {
    created_at: sql`k.created_at`,
    id: sql`k.id`,
    name: sql`lower(k.name)`,
    user: USER,
    scope: sql`k.scope`,
    expires_at: sql`k.expires_at`,
    revoked_at: sql`k.revoked_at`,
    last_used_at: sql`k.last_used_at`,
  },
  with: [],
  extra: EXPORT_PARAMETERS,
}
